import { expect, test } from 'vitest';
import { countPlayed, isCheckDue, type Played } from './played-time.ts';

const minute = 60_000;
const every = 30 * minute;
const signIn = Date.parse('2026-11-23T10:00:00Z');
const signedInAt = new Date(signIn).toISOString();

/** Uses the app every minute, from one minute after the sign-in to another; says in which ones the check was due. */
function use(from: number, to: number, before: Played | null = null, since = signedInAt) {
  const due: number[] = [];
  let played = before;
  for (let at = from; at <= to; at++) {
    played = countPlayed(played, since, signIn + at * minute, every);
    if (!isCheckDue(played, every)) continue;
    due.push(at);
    played = { ...played, from: played.seen };
  }
  return { due, played };
}

test('is due after each interval of play since the sign-in, also if it was chosen later', () => {
  expect(use(0, 29).due).toEqual([]);
  expect(use(0, 95).due).toEqual([30, 60, 90]);
  expect(use(20, 31).due).toEqual([30]);
});

test('starts again after a pause as long as the interval, and continues after a shorter one', () => {
  const { played } = use(0, 20);
  expect(use(49, 52, played).due).toEqual([49]);
  expect(use(50, 79, played).due).toEqual([]);
  expect(use(50, 80, played).due).toEqual([80]);
  // A remembered sign-in of days ago is no play of days.
  expect(use(5_000, 5_029).due).toEqual([]);
  expect(use(5_000, 5_030).due).toEqual([5_030]);
});

test('starts again with another sign-in', () => {
  const { played } = use(0, 20);
  const later = new Date(signIn + 25 * minute).toISOString();
  expect(use(26, 54, played, later).due).toEqual([]);
  expect(use(26, 55, played, later).due).toEqual([55]);
});
