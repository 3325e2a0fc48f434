import { afterAll, beforeAll, expect, it } from 'vitest';
import { setZone } from '#console/values/time.ts';
import { readAmount } from '#console/values/amounts.ts';
import { flowsOf, hourOf, type Movement } from './money.ts';
import { lastWholeDay } from './statement-file.ts';

beforeAll(() => setZone('Africa/Lagos'));
afterAll(() => setZone('Africa/Abidjan'));

it('recognizes full hours', () => {
  expect(hourOf('2026-11-20T18:35:12.345Z')).toEqual({
    from: '2026-11-20T18:00:00.000Z',
    to: '2026-11-20T19:00:00.000Z',
  });
});

it('reads an amount with any grouping of digits, and nothing else', () => {
  expect([readAmount('−1 500'), readAmount('+8 214 500'), readAmount('0')]).toEqual([-1_500, 8_214_500, 0]);
  for (const text of ['', '1.5', '1e5', '12a', '--1']) expect(readAmount(text)).toBeNaN();
});

it('sums the movements between two accounts, largest first', () => {
  const moved = (fromAccount: string, toAccount: string, amount: number) =>
    ({ fromAccount, toAccount, amount }) as Movement;
  expect(
    flowsOf([
      moved('client_dep', 'draw_stakes', 10),
      moved('client_win', 'draw_stakes', 50),
      moved('client_dep', 'draw_stakes', 30),
    ]),
  ).toEqual([
    { from: 'client_win', to: 'draw_stakes', amount: 50 },
    { from: 'client_dep', to: 'draw_stakes', amount: 40 },
  ]);
});

it('offers a day of a statement only an hour after its end, on the operator’s clock', () => {
  expect(lastWholeDay(Date.parse('2026-11-20T23:59:59Z'))).toBe('2026-11-19');
  expect(lastWholeDay(Date.parse('2026-11-21T00:00:00Z'))).toBe('2026-11-20');
});
