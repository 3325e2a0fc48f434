import { expect, test } from 'vitest';
import { refusals } from '#server/words/en/refusals.ts';
import { waitInWords } from './wait-in-words.ts';

test.each([
  [0, '1 second'],
  [0.2, '1 second'],
  [44.1, '45 seconds'],
  [60, '60 seconds'],
  [60.5, '2 minutes'],
  [900, '15 minutes'],
  [3_600, '60 minutes'],
  [3_601, '2 hours'],
  [86_400, '24 hours'],
])('%s seconds are written as %j', (seconds, words) => expect(waitInWords(seconds, refusals)).toBe(words));
