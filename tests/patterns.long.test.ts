import { expect, test } from 'vitest';
import { findPatterns } from '#tests/support/patterns/find-patterns.ts';
import { findSlowPatterns } from '#tests/support/patterns/slowest-text.ts';

/** Patterns that are slow for long texts, and never meet one that somebody else made. */
const bounded = [
  // Addresses among the settings, from whoever starts the site.
  { place: 'server/settings.ts', pattern: /\/+$/ },
  // The digits of one number.
  { place: 'domain/money.ts', pattern: /\B(?=(\d{3})+$)/g },
  // Base64 that the page has made itself.
  { place: 'web/fairness/receipt-link.ts', pattern: /=+$/ },
];

test('regular expressions on outside input take at most a number of steps proportional to its length', async () => {
  const all = await findPatterns(['contract', 'domain', 'database', 'server', 'ui', 'web', 'console']);
  const isBounded = ({ place, pattern }: (typeof all)[number]) =>
    bounded.some((known) => known.place === place && String(known.pattern) === String(pattern));
  expect(all.filter(isBounded).length, 'what stands in the list is in the code').toBe(bounded.length);
  const others = all.filter((one) => !isBounded(one));
  expect(others.length).toBeGreaterThan(150);
  expect(findSlowPatterns(others)).toEqual([]);
});
