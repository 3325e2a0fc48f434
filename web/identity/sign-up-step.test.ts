import { expect, it } from 'vitest';
import { readStep } from './sign-up-step.ts';

it('reads what the first step has kept', () => {
  const kept = { phone: '07 12 34 56 78', country: 'CI', remember: true };
  expect(readStep(JSON.stringify(kept))).toEqual(kept);
});

it.each([null, '', 'null', '{}', '[]', '{"phone":7,"country":"CI"}', '{"phone":"07"'])('reads %j as nothing', (text) =>
  expect(readStep(text)).toBeNull(),
);
