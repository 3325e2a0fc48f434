import { describe, expect, test } from 'vitest';
import { firstNames, inventPeople, surnames, type Somebody } from '#tests/support/players/names.ts';
import { namePartsOf } from './name-parts.ts';

const fold = (name: string) => namePartsOf(name).join(' ');

describe('spellings of one name are the same', () => {
  test.each([
    ['Kouassi', 'Kwassi', 'KOUASSI', 'Kwasi', 'Kouassy'],
    ['Ouattara', 'Watara', 'Wattara', 'Ouatara'],
    ['Diallo', 'Jallo', 'Djallo', 'Dialo'],
    ['Koné', 'Kone', 'Konne', 'Kone\u0301', 'Coné'],
    ['Coulibaly', 'Koulibaly', 'Coulibali', 'Kulibaly'],
    ['Joseph', 'Josef'],
    ['Philippe', 'Filipe'],
    ['Ouédraogo', 'Wedraogo'],
    ['Cissé', 'Sissé', 'Cisse'],
    ['Cissoko', 'Sissokho'],
    ['Kouadio', 'Kouadjo', 'Kwajo'],
    ['Djibril', 'Jibril'],
    ['Moussa', 'Musa'],
    ['Cheick', 'Cheikh', 'Sheikh'],
    ["N'Guessan", 'N’Guessan', 'Nguessan', 'NGUESSAN'],
    ['Seydou', 'Seïdou'],
    ['Thierry', 'Tiery'],
    ['Embaló', 'Embalo'],
  ])('%s, %s', (...spellings) => {
    expect(new Set(spellings.map(fold))).toEqual(new Set([fold(spellings[0]!)]));
  });
});

test.each([
  ['Koné', 'Konan'],
  ['Koné', 'Konaté'],
  ['Traoré', 'Touré'],
  ['Diarra', 'Diallo'],
  ['Koffi', 'Kofana'],
  ['Yao', 'Ya'],
  ['Kouamé', 'Kouakou'],
  ['Ba', 'Bah'],
])('%s is not %s', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test('parts are divided by everything but apostrophes, in any order and of both names', () => {
  expect(namePartsOf('Jean-Baptiste  Yao', "N'Dri")).toEqual(['jean', 'baptiste', 'iao', 'ndri']);
  expect(namePartsOf('Koné', 'Awa').toSorted()).toEqual(namePartsOf('Awa', 'Koné').toSorted());
  expect(namePartsOf('A. Awa', 'K')).toEqual(['awa']);
  expect(namePartsOf('Koné', 'Kone Conné')).toEqual(['kone', 'kone 2', 'kone 3']);
  expect(namePartsOf('', '李', '…')).toEqual([]);
});

test('only spellings of one name are taken for the same among the region’s common names', () => {
  const together = Map.groupBy(new Set([...surnames, ...firstNames]), fold);
  const several = [...together.values()].filter((names) => names.length > 1).map((names) => names.toSorted().join(' '));
  expect(new Set(several)).toEqual(
    new Set(['Ba Bâ', 'Cadi Khady', 'Codjo Kodjo', 'Comlan Komlan', 'Diallo Djaló', 'Meïté Méité']),
  );
});

const known = new Map<Somebody, string[]>();

/** Name parts that two persons must have in common to be taken for one, without the key. */
function partsWithDate(person: Somebody): string[] {
  const { firstName, lastName, birthDate } = person;
  const parts = known.get(person) ?? namePartsOf(firstName, lastName).map((part) => `${birthDate} ${part}`);
  known.set(person, parts);
  return parts;
}

const partsToAgree = (birthDate: string) => (birthDate.endsWith('-01-01') ? 3 : 2);

/** How many of the people are taken for one of the excluded; nobody for themselves. */
function countMatches(excluded: readonly Somebody[], people: readonly Somebody[]): number {
  const holders = new Map<string, Somebody[]>();
  for (const person of excluded) {
    for (const part of partsWithDate(person)) {
      const sharing = holders.get(part);
      if (sharing === undefined) holders.set(part, [person]);
      else sharing.push(person);
    }
  }
  return people.filter((person) => {
    const agreeing = new Map<Somebody, number>();
    for (const part of partsWithDate(person)) {
      for (const other of holders.get(part) ?? []) agreeing.set(other, (agreeing.get(other) ?? 0) + 1);
    }
    agreeing.delete(person);
    return Math.max(0, ...agreeing.values()) >= partsToAgree(person.birthDate);
  }).length;
}

describe('of 100,000 people, all different', () => {
  const people = inventPeople(100_000);

  test('with 1,000 excluded, 2 of the others are mistaken for one of them', () => {
    expect(countMatches(people.slice(0, 1_000), people.slice(1_000))).toBe(2);
  });

  test('with all excluded, 134 are mistaken for somebody else', () => {
    expect(countMatches(people, people)).toBe(134);
  });

  test('an excluded person is found again, except those born on 1 January whose names have two parts', () => {
    const excluded = people.slice(0, 1_000);
    const again = excluded.map(({ firstName, lastName, birthDate }) => ({
      firstName: lastName.toUpperCase(),
      lastName: firstName.replaceAll('ou', 'w'),
      birthDate,
    }));
    const findable = again.filter((person) => partsWithDate(person).length >= partsToAgree(person.birthDate));
    expect(countMatches(excluded, again)).toBe(findable.length);
    expect(findable.length).toBe(891);
  });
});
