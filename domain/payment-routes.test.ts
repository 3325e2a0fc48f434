import { expect, test } from 'vitest';
import { areApart, readRoutes, writeRoute } from './payment-routes.ts';

test.each([
  ['CI wave deposit = pawapay, cinetpay_ci', ['CI wave deposit = pawapay, cinetpay_ci']],
  ['  CI  wave deposit=pawapay ,cinetpay_ci ', ['CI wave deposit = pawapay, cinetpay_ci']],
  ['BJ mtn both = fedapay', ['BJ mtn deposit = fedapay', 'BJ mtn withdrawal = fedapay']],
])('%j is read as %j', (line, routes) => {
  expect(readRoutes(line)?.map(writeRoute)).toEqual(routes);
});

test.each([
  '',
  'CI wave deposit',
  'CI wave deposit =',
  'CI wave deposit = pawapay,',
  'CI wave deposit = pawapay, pawapay',
  'CI wave deposits = pawapay',
  'CI wave now deposit = pawapay',
  'CI wave deposit = pawapay = fedapay',
  'ci wave deposit = pawapay',
  'CI wave deposit = Pawapay',
])('%j is no line', (line) => {
  expect(readRoutes(line)).toBeNull();
});

test('one network has one route', () => {
  const [both, one] = ['CI wave both = pawapay', 'CI wave deposit = fedapay'].map((line) => readRoutes(line)!);
  expect(areApart(both!)).toBe(true);
  expect(areApart([...both!, ...one!])).toBe(false);
});
