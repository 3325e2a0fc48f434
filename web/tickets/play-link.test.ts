import { expect, test } from 'vitest';
import { betNames, betTypes } from '#domain/bet-types.ts';
import { playPath, readPlayHash } from './play-link.ts';

const fullDate = '2026-11-26T18:35:00.000Z';
const link = '/#play=IziTwo.49.300.2026-11-26T18:35Z';
const hashOf = (path: string) => path.slice(1);

test('a link says bet type, numbers, stake and draw, and no more', () => {
  const ticket = { name: 'IziTwo', selectedNumbers: ['4', '9'], betAmount: 300, fullDate } as const;
  expect(playPath({ ...ticket, serial: 'X', clientId: '7' } as typeof ticket)).toBe(link);
  expect(readPlayHash(hashOf(link))).toEqual(ticket);
});

test('every bet type comes back as it was sent, in its order', () => {
  for (const name of betNames) {
    const { slots, maxStake } = betTypes[name];
    const ticket = { name, selectedNumbers: Array.from('951378246').slice(0, slots), betAmount: maxStake, fullDate };
    expect(readPlayHash(hashOf(playPath(ticket)))).toEqual(ticket);
  }
});

test('a colon that an app has encoded is read too', () => {
  expect(readPlayHash(hashOf(link).replaceAll(':', '%3A'))?.fullDate).toBe(fullDate);
});

test.each([
  ['an unknown bet type', '#play=IziFour.49.300.2026-11-26T18:35Z'],
  ['a name that every object has', '#play=constructor.49.300.2026-11-26T18:35Z'],
  ['too few numbers', '#play=IziTwo.4.300.2026-11-26T18:35Z'],
  ['a number twice', '#play=IziTwo.44.300.2026-11-26T18:35Z'],
  ['a number that is none', '#play=IziTwo.40.300.2026-11-26T18:35Z'],
  ['no numbers', '#play=IziTwo'],
  ['a stake above the highest', '#play=IziTwo.49.10100.2026-11-26T18:35Z'],
  ['a stake off the step', '#play=IziTwo.49.350.2026-11-26T18:35Z'],
  ['a stake in another notation', '#play=IziTwo.49.3e2.2026-11-26T18:35Z'],
  ['no draw', '#play=IziTwo.49.300'],
  ['a moment that does not exist', '#play=IziTwo.49.300.2026-13-26T18:35Z'],
  ['more than a ticket', `${hashOf(link)}.more`],
  ['a broken code', '#play=%E0%A4%A'],
])('a link with %s is refused', (_, hash) => {
  expect(readPlayHash(hash)).toBeNull();
});
