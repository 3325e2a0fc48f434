import * as en from './en/checks.ts';
import * as fr from './fr/checks.ts';

/**
 * The words of all languages for the server, which answers in the language of each call: valibot gives it as the issue's `lang`. A build of
 * the app has the file of its own language in place of this one.
 */
type Words = { readonly [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : (typeof en)[Name] };
type Message = (issue: { readonly lang?: string | undefined }) => string;

const languages: Readonly<Record<string, Words>> = { en, fr };

function say(pick: (words: Words) => string): Message {
  return ({ lang = 'en' }) => pick(languages[lang] ?? en);
}

export const required = say((words) => words.required);
export const atLeast = (characters: number) => say((words) => words.atLeast(characters));
export const atMost = (characters: number) => say((words) => words.atMost(characters));
export const notAllowed = say((words) => words.notAllowed);
export const wholeFrancs = say((words) => words.wholeFrancs);
export const fromFrancs = (least: number) => say((words) => words.fromFrancs(least));
export const upToFrancs = (most: number) => say((words) => words.upToFrancs(most));
export const noSuchDay = say((words) => words.noSuchDay);
export const noSuchZone = say((words) => words.noSuchZone);
export const notAnId = say((words) => words.notAnId);
export const uuid7 = say((words) => words.uuid7);
export const hex = say((words) => words.hex);
export const base64Url = say((words) => words.base64Url);
export const oneOf = (names: readonly string[]) => say((words) => words.oneOf(names));
export const someOf = (names: readonly string[]) => say((words) => words.someOf(names));
export const numberText = say((words) => words.numberText);
export const number = say((words) => words.number);
export const nineNumbers = say((words) => words.nineNumbers);
export const isoDate = say((words) => words.isoDate);
export const noDate = say((words) => words.noDate);
export const farDate = say((words) => words.farDate);
export const phone = say((words) => words.phone);
export const email = say((words) => words.email);
export const country = say((words) => words.country);
export const password = say((words) => words.password);
export const passwordShort = say((words) => words.passwordShort);
export const passwordLong = say((words) => words.passwordLong);
export const wholeNumber = (least: number, most: number) => say((words) => words.wholeNumber(least, most));
export const idsAtMost = (most: number) => say((words) => words.idsAtMost(most));
export const cursor = say((words) => words.cursor);
export const accept = say((words) => words.accept);
export const identifier = say((words) => words.identifier);
export const yourPassword = say((words) => words.yourPassword);
export const currentPassword = say((words) => words.currentPassword);
export const code = say((words) => words.code);
export const nothingToChange = say((words) => words.nothingToChange);
export const documentNumber = say((words) => words.documentNumber);
export const documentKind = say((words) => words.documentKind);
export const paymentMethod = say((words) => words.paymentMethod);
export const recoveryCode = say((words) => words.recoveryCode);
export const wholeRecoveryCode = say((words) => words.wholeRecoveryCode);
export const oneTicket = say((words) => words.oneTicket);
export const ticketsAtMost = (most: number) => say((words) => words.ticketsAtMost(most));
export const sealHash = say((words) => words.sealHash);
export const oneContact = say((words) => words.oneContact);
export const contact = say((words) => words.contact);
export const flow = say((words) => words.flow);
export const repeatPassword = say((words) => words.repeatPassword);
export const notTheSame = say((words) => words.notTheSame);
export const oneSecondFactor = say((words) => words.oneSecondFactor);
export const nothingToCheck = say((words) => words.nothingToCheck);
export const keyRequired = say((words) => words.keyRequired);
export const keyCharacters = say((words) => words.keyCharacters);
export const oneLimit = say((words) => words.oneLimit);
export const limitsOnce = say((words) => words.limitsOnce);
export const noToken = say((words) => words.noToken);
export const transport = say((words) => words.transport);
