import { expect, test } from 'vitest';
import { readInvitation } from './link.ts';
import { restAt } from './resting.ts';

const token = 'A'.repeat(43);

test.each([
  [`#join=${token}`, { token }],
  ['#join=short', null],
  ['#demo', { demo: ['risk', 'compliance'] }],
  ['#demo=draws,risk', { demo: ['draws', 'risk'] }],
  ['#demo=root', { demo: ['risk', 'compliance'] }],
  ['#other', null],
  ['', null],
])('the address %s is read as the invitation %j', (hash, invitation) => {
  expect(readInvitation(hash)).toEqual(invitation);
});

const minute = 60_000;

test.each([
  ['somebody is there', 10 * minute, 10 * minute, 9.5 * minute, 'work'],
  ['somebody works without a call', 10 * minute, 9.9 * minute, 5 * minute, 'tell'],
  ['nobody has done anything since the server was told', 10 * minute, 5 * minute, 6 * minute, 'work'],
  ['nobody was there for 13 minutes', 13 * minute, 0, 0, 'warn'],
  ['nobody was there for 15 minutes', 15 * minute, 0, 0, 'end'],
  ['the machine slept for an hour', 60 * minute, 0, 0, 'end'],
] as const)('the session’s rest state when %s', (_, now, usedAt, toldAt, state) => {
  expect(restAt(now, usedAt, toldAt)).toBe(state);
});
