import { expect, test } from 'vitest';
import { refuseAmount } from './limits.ts';
import { findOffer, listMethods } from './routing.ts';
import type { Capability, PaymentProvider } from './provider.ts';

const capability = (more: Partial<Capability>): Capability => ({
  direction: 'deposit',
  country: 'CI',
  method: 'orange',
  label: 'Orange Money',
  min: 1,
  max: 2_000_000,
  step: 1,
  ...more,
});
const offered = (...capabilities: Capability[]) => ({
  providers: [{ capabilities: async () => capabilities } as unknown as PaymentProvider],
  version: null,
  routes: null,
  pauses: [],
  stops: [],
});

test.each([
  [
    { min: 1, max: 2_000_000, step: 1 },
    { min: 100, max: 1_000_000, step: 5 },
  ],
  [
    { min: 201, max: 4_999, step: 1 },
    { min: 205, max: 4_995, step: 5 },
  ],
  [
    { min: 150, max: 900_000, step: 100 },
    { min: 200, max: 900_000, step: 100 },
  ],
  [
    { min: 1, max: 1_000, step: 3 },
    { min: 105, max: 990, step: 15 },
  ],
])('a provider’s limits %o become %o within the operator’s limits', async (its, limits) => {
  expect(await listMethods(offered(capability(its)), 'en')).toEqual([{ ...capability(limits), stopped: null }]);
});

test('a method whose limits leave no amount is not offered', async () => {
  const routing = offered(capability({ min: 1_500_000 }), capability({ country: 'SN', max: 99 }));
  expect(await listMethods(routing, 'en')).toEqual([]);
  expect(await findOffer(routing, { direction: 'deposit', country: 'CI', method: 'orange' })).toBeNull();
});

test('a method is found by direction, country and name only', async () => {
  const routing = offered(capability({}), capability({ country: 'SN' }));
  const orange = { direction: 'deposit', country: 'CI', method: 'orange' } as const;
  expect(await findOffer(routing, orange)).toMatchObject({ ways: [{ label: 'Orange Money' }] });
  expect(await findOffer(routing, { ...orange, method: 'wave' })).toBeNull();
  expect(await findOffer(routing, { ...orange, direction: 'withdrawal' })).toBeNull();
  expect(await findOffer(routing, { ...orange, country: 'SN' })).toMatchObject({ ways: [{ country: 'SN' }] });
});

test.each([
  [99, true],
  [100, false],
  [101, true],
  [105, false],
  [1_000_000, false],
  [1_000_005, true],
])('%d is refused: %s', (amount, refused) => {
  expect(refuseAmount(amount, { min: 100, max: 1_000_000, step: 5 }) !== null).toBe(refused);
});
