import { currency as english } from '#domain/words/en/units.ts';
import { currency as french } from '#domain/words/fr/units.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { problems as frenchProblems } from '#contract/problems.fr.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';
import { messages, type Messages } from './en/messages.ts';
import { notices, type Notices } from './en/notices.ts';
import { operators, type OperatorWords } from './en/operators.ts';
import { sandbox, type SandboxWords } from './en/sandbox.ts';
import { statement, type Statement } from './en/statement.ts';
import { refusals, type Refusals } from './en/refusals.ts';
import { messages as frenchMessages } from './fr/messages.ts';
import { notices as frenchNotices } from './fr/notices.ts';
import { operators as frenchOperators } from './fr/operators.ts';
import { sandbox as frenchSandbox } from './fr/sandbox.ts';
import { statement as frenchStatement } from './fr/statement.ts';
import { refusals as frenchRefusals } from './fr/refusals.ts';

/** The languages of the server's words, the default first. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(code: string): code is Language {
  return (languages as readonly string[]).includes(code);
}

/** A refusal's words in one language, with its way of writing amounts. */
export interface Words extends Refusals {
  /** Words that only the console shows. */
  readonly operators: OperatorWords;
  readonly francs: (amount: Francs) => string;
}

/** A sentence of an operator for players, by language. */
export type Told = Readonly<Record<Language, string>>;

/** A sentence, written in the language of whoever reads it; in English where it is a text. */
export type Sentence = string | Told | ((words: Words) => string);

const words: Readonly<Record<Language, Words>> = {
  en: { ...refusals, operators, francs: (amount) => formatFrancs(amount, english) },
  fr: { ...frenchRefusals, operators: frenchOperators, francs: (amount) => formatFrancs(amount, french) },
};

const sentences: Readonly<Record<Language, (code: ProblemCode) => readonly [title: string, detail: string]>> = {
  en: (code) => [problems[code][1], problems[code][2]],
  fr: (code) => frenchProblems[code],
};

/** Title and general sentence of a problem. */
export function describeProblem(code: ProblemCode, language: Language): readonly [title: string, detail: string] {
  return sentences[language](code);
}

/** A sentence in a language. The general sentence of a problem's code, given as a text, is translated too. */
export function write(sentence: Sentence, language: Language, code?: ProblemCode): string {
  if (typeof sentence === 'function') return sentence(words[language]);
  if (typeof sentence === 'object') return sentence[language];
  return code !== undefined && sentence === problems[code][2] ? sentences[language](code)[1] : sentence;
}

const messagesOf: Readonly<Record<Language, Messages>> = { en: messages, fr: frenchMessages };

/** The texts of messages in a language. */
export function messagesIn(language: Language): Messages {
  return messagesOf[language];
}

const noticesOf: Readonly<Record<Language, Notices>> = { en: notices, fr: frenchNotices };

/** The texts of notices in a language, with its way of writing amounts. */
export function noticesIn(language: Language): Notices & Pick<Words, 'francs'> {
  return { ...noticesOf[language], francs: words[language].francs };
}

/** The address of a page of the app in a language: the English pages stand at the root. */
export function addressIn(path: string, language: Language): string {
  return language === 'en' ? path : `/${language}${path}`;
}

const statements: Readonly<Record<Language, Statement>> = { en: statement, fr: frenchStatement };

/** The words of the statement as a file. */
export function statementIn(language: Language): Statement {
  return statements[language];
}

const sandboxes: Readonly<Record<Language, SandboxWords>> = { en: sandbox, fr: frenchSandbox };

/** The words of the payment sandbox's page, with the language's way of writing amounts. */
export function sandboxIn(language: Language): SandboxWords & Pick<Words, 'francs'> {
  return { ...sandboxes[language], francs: words[language].francs };
}

/** `Chrome on Android`, as it is stored, in a language: `Chrome sur Android`. */
export function deviceIn(name: string, language: Language): string {
  const { device } = words[language];
  if (name === 'Unknown') return device.unknown;
  const [browser, system] = name.split(' on ');
  return system === undefined ? name : device.on(browser!, system);
}

/** The messages of the operators' API, in a language. */
export function operatorsIn(language: Language): OperatorWords {
  return words[language].operators;
}
