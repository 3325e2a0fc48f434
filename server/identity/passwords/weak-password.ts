import { Refusal } from '#server/http/refusal.ts';
import type { Sentence } from '#server/words/languages.ts';
import type { CommonPasswords } from './common-passwords.ts';

/** The facts about a person that somebody who guesses may know. */
export interface Person {
  /** E.164 */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
}

/** `common`: leaked from another site, or a common word with digits behind it. `personal`: made of what others know. */
export type Weakness = 'common' | 'personal';

const leastLength = 8;
/** A common word with digits after it is accepted from this length on: there are too many of them to be tried. */
const longEnough = 12;
const shortestStem = 4;
const shortestName = 3;
/** The product, and the capitals of the countries where it is played. */
const siteWords = ['izi', 'loto', 'lotto', 'portonovo', 'cotonou', 'ouagadougou', 'abidjan', 'yamoussoukro'];
const otherCapitals = ['bissau', 'bamako', 'niamey', 'dakar', 'lome'];

/**
 * Why a password is easy to guess; null for a good one. There are no rules about which characters it holds: length and
 * being unknown are what counts (NIST SP 800-63B, OWASP ASVS 5.0 6.2).
 *
 * @param password as typed; the rules look at it without regard to case, accents and spaces
 */
export function findWeakness(password: string, person: Person, common: CommonPasswords): Weakness | null {
  const lower = password.normalize('NFKC').toLowerCase();
  if (common.has(password) || common.has(lower)) return 'common';
  if (lower.length < longEnough && isStemWithDigits(lower, common)) return 'common';
  const rest = knownWords(person).reduce((text, word) => text.replaceAll(word, ''), fold(password));
  return rest.length < leastLength && rest.length < fold(password).length ? 'personal' : null;
}

/** Whether many people use a password, so that it is among the first that are tried. */
export function isCommonPassword(common: CommonPasswords, password: string): boolean {
  return findWeakness(password, nobody, common) === 'common';
}

/**
 * @param person null where it is not known yet whose password it is
 * @throws Refusal weak_password
 */
export function requireStrongPassword(common: CommonPasswords, password: string, person: Person | null): void {
  const weakness = findWeakness(password, person ?? nobody, common);
  if (weakness === null) return;
  throw new Refusal('weak_password', { errors: [{ path: 'password', message: explanations[weakness] }] });
}

const nobody: Person = { phone: '', firstName: '', lastName: '', birthDate: '' };
const explanations: Readonly<Record<Weakness, Sentence>> = {
  common: ({ commonPassword }) => commonPassword,
  personal: ({ personalPassword }) => personalPassword,
};

/** `bonjour123` is in no list, but `bonjour` is, and digits are the first thing that is tried behind it. */
function isStemWithDigits(lower: string, common: CommonPasswords): boolean {
  const stem = /^(\p{L}+)[\d\p{P}\p{S}]+$/u.exec(lower)?.[1];
  return stem !== undefined && stem.length >= shortestStem && common.has(stem);
}

/** Longest first, so that a word that holds another one is taken out whole. */
function knownWords({ phone, firstName, lastName, birthDate }: Person): string[] {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  const national = phone.replace(/^\+\d{3}/, '');
  const dates = [day + month + year, year + month + day, day + month + year.slice(2)];
  const names = `${firstName} ${lastName}`.split(/[\s'-]+/).map(fold);
  return [...dates, phone.slice(1), national, ...names, ...siteWords, ...otherCapitals]
    .filter((word) => word.length >= shortestName)
    .toSorted((a, b) => b.length - a.length);
}

/** Letters without accents, in lower case, and digits. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
