import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { countries, isCountry, type Country } from '#domain/countries.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Sentence } from '#server/words/languages.ts';

/**
 * Reads a phone number, in international form or as it is dialled in `country`, as E.164. Without a country it may be a number
 * of any of ours.
 *
 * @throws Refusal invalid_request about the field `phone`. An old number of 8 digits is offered its new form.
 */
export function readPhone(text: string, country: Country | undefined): string {
  const parsed = country === undefined ? (findPhones(text)[0] ?? null) : parse(text, country);
  if (parsed !== null) return parsed;
  const upgraded = country === undefined ? null : upgradeOldNumber(text, country);
  throw refusePhone(
    upgraded === null ? describeFault(text, country) : ({ oldNumber }) => oldNumber(formatInPairs(upgraded)),
  );
}

/** The digits with which the E.164 numbers of a country begin, such as 225. */
export function callingCodeOf(country: Country): string {
  return getCountryCallingCode(country);
}

/** Whether an E.164 number of one of our countries is mobile: only those get text messages. */
export function isMobile(phone: string): boolean {
  const type = parsePhoneNumberFromString(phone)?.getType();
  return parse(phone, undefined) !== null && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE');
}

/** Reads a phone number as `readPhone` does. @throws Refusal invalid_request, for a fixed line too */
export function readMobile(text: string, country: Country | undefined): string {
  const phone = readPhone(text, country);
  if (!isMobile(phone)) throw refusePhone(({ mobileWanted }) => mobileWanted);
  return phone;
}

/**
 * Every number of our countries that `text` may mean, as E.164: one in international form, else one for each country in
 * which it can be dialled. An old number of 8 digits is read in its new form.
 */
export function findPhones(text: string): string[] {
  if (!/^\+?[0-9 ().-]+$/.test(text)) return [];
  const international = parse(text, undefined) ?? parse(`+${text.replaceAll(/\D/g, '')}`, undefined);
  const national = countries.map((country) => parse(text, country) ?? upgradeOldNumber(text, country));
  return [...new Set([international, ...national].filter((phone) => phone !== null))];
}

function parse(text: string, country: Country | undefined): string | null {
  const dialled = text.trim().replace(/^00/, '+');
  const phone = parsePhoneNumberFromString(dialled, { ...(country && { defaultCountry: country }), extract: false });
  return phone?.country !== undefined && isCountry(phone.country) && phone.isValid() ? phone.number : null;
}

/**
 * Côte d'Ivoire put two digits in front of every number on 31 January 2021. For a mobile number they depend on the operator,
 * which the second digit shows. Benin put 01 in front of all numbers on 30 November 2024.
 */
function upgradeOldNumber(text: string, country: Country): string | null {
  const digits = text
    .trim()
    .replace(/^(\+|00)/, '')
    .replaceAll(/\D/g, '');
  const international = digits.length === 11;
  const old = international ? digits.slice(3) : digits;
  if (old.length !== 8) return null;
  const isFrom = (code: string, its: Country) => (international ? digits.startsWith(code) : country === its);
  if (isFrom('229', 'BJ')) return parse(`+22901${old}`, undefined);
  if (isFrom('225', 'CI')) return parse(`+225${ivorianPrefix(old)}${old}`, undefined);
  return null;
}

function ivorianPrefix(old: string): string {
  const second = Number(old[1]);
  if (second <= 3) return '01';
  return second <= 6 ? '05' : '07';
}

/** `+225 07 12 34 56 78`: in pairs, as both countries write their numbers. */
function formatInPairs(e164: string): string {
  return [e164.slice(0, 4), ...(e164.slice(4).match(/../g) ?? [])].join(' ');
}

function describeFault(text: string, country: Country | undefined): Sentence {
  const elsewhere = parsePhoneNumberFromString(text.trim().replace(/^00/, '+'), { extract: false });
  if (elsewhere?.isValid()) return ({ phonesOf }) => phonesOf(countries);
  if (country === undefined) return ({ phoneWanted }) => phoneWanted;
  return ({ noPhoneIn }) => noPhoneIn(country);
}

function refusePhone(message: Sentence): Refusal {
  return new Refusal('invalid_request', { detail: message, errors: [{ path: 'phone', message }] });
}
