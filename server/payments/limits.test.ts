import { expect, test } from 'vitest';
import { findCapability, listMethods, refuseAmount } from './limits.ts';
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
const providerOf = (...capabilities: Capability[]) =>
  ({ capabilities: async () => capabilities }) as unknown as PaymentProvider;

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
  expect(await listMethods(providerOf(capability(its)))).toEqual([capability(limits)]);
});

test('a method whose limits leave no amount is not offered', async () => {
  const provider = providerOf(capability({ min: 1_500_000 }), capability({ country: 'SN', max: 99 }));
  expect(await listMethods(provider)).toEqual([]);
  expect(await findCapability(provider, 'deposit', 'CI', 'orange')).toBeNull();
});

test('a method is found by direction, country and name only', async () => {
  const provider = providerOf(capability({}), capability({ country: 'SN' }));
  expect((await findCapability(provider, 'deposit', 'CI', 'orange'))?.label).toBe('Orange Money');
  expect(await findCapability(provider, 'deposit', 'CI', 'wave')).toBeNull();
  expect(await findCapability(provider, 'withdrawal', 'CI', 'orange')).toBeNull();
  expect((await findCapability(provider, 'deposit', 'SN', 'orange'))?.country).toBe('SN');
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
