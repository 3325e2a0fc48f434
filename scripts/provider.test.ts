import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { runProvider } from './provider/run-provider.ts';

let party: StandIn;
beforeAll(async () => {
  party = await startStandIn('pawapay');
});
afterAll(() => party.stop());

async function run(environment: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line.replaceAll(/[\u202F\u00A0]/g, ' '));
  return { code: await runProvider(environment, print, print), lines };
}
const pawapay = () => ({ PAYMENTS: 'pawapay', PAWAPAY_TOKEN: 'sandbox-token', PAWAPAY_URL: party.url });

test('prints what the account offers and holds, by calls that only read', async () => {
  const { code, lines } = await run(pawapay());
  expect(lines).toContain('pawapay deposit BJ mtn: 100 XOF to 2 000 000 XOF');
  expect(lines).toContain('✓ pawapay wallet BJ: 5 000 000 XOF');
  expect(code).toBe(0);
  expect((await party.seen()).every(({ method }) => method === 'GET')).toBe(true);
});

test('says when a wallet cannot pay the largest withdrawal, and when nothing is offered', async () => {
  await party.change('balances/BEN', { amount: 999_999 });
  expect(await run(pawapay())).toMatchObject({
    code: 1,
    lines: expect.arrayContaining(['✗ pawapay wallet BJ: 999 999 XOF']) as string[],
  });
  expect(await run({ ...pawapay(), PAWAPAY_TOKEN: 'wrong' })).toEqual({
    code: 1,
    lines: ['✗ pawapay offers nothing: it was not reached, or the account has nothing'],
  });
  expect((await run({})).code).toBe(1);
  expect((await run({ PAYMENTS: 'pawapay', PAWAPAY_URL: party.url })).lines.join()).toContain('PAWAPAY_TOKEN');
});
