import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { runProvider } from './provider/run-provider.ts';

let party: StandIn;
let wave: StandIn;
beforeAll(async () => {
  [party, wave] = await Promise.all([startStandIn('pawapay'), startStandIn('wave')]);
});
afterAll(() => Promise.all([party.stop(), wave.stop()]));

async function run(environment: Record<string, string>, ...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line.replaceAll(/[\u202F\u00A0]/g, ' '));
  return { code: await runProvider(args, environment, print, print), lines };
}
const pawapay = () => ({ PAYMENTS: 'pawapay', PAWAPAY_TOKEN: 'sandbox-token', PAWAPAY_URL: party.url });
const both = (key = 'wave_ci_demo_key') => ({
  ...pawapay(),
  PAYMENTS: 'pawapay,wave_ci',
  WAVE_URL: wave.url,
  WAVE_CI_KEY: key,
  WAVE_CI_WEBHOOK_SECRET: 'wave_ci_WHS_secret',
});

test('prints what the account offers and holds, by calls that only read', async () => {
  const { code, lines } = await run(pawapay());
  expect(lines).toContain('pawapay deposit BJ mtn: 100 XOF to 2 000 000 XOF');
  expect(lines).toContain('✓ pawapay wallet BJ: 5 000 000 XOF');
  expect(lines).toContain('✓ pawapay finds no withdrawal that nobody made');
  expect(code).toBe(0);
  expect((await party.seen()).every(({ method }) => method === 'GET')).toBe(true);
});

test('says when a wallet cannot pay the largest withdrawal, and when nothing is offered', async () => {
  await party.change('balances/BEN', { amount: 999_999 });
  expect(await run(pawapay())).toMatchObject({
    code: 1,
    lines: expect.arrayContaining(['✗ pawapay wallet BJ: 999 999 XOF']) as string[],
  });
  await party.change('balances/BEN', { amount: 5_000_000 });
  expect(await run({ ...pawapay(), PAWAPAY_TOKEN: 'wrong' })).toEqual({
    code: 1,
    lines: ['✗ pawapay offers nothing: it was not reached, or the account has nothing'],
  });
  expect((await run({})).code).toBe(1);
  expect((await run({ PAYMENTS: 'pawapay', PAWAPAY_URL: party.url })).lines.join()).toContain('PAWAPAY_TOKEN');
});

test('checks the accounts that are named', async () => {
  const { code, lines } = await run(both(), 'check', 'wave_ci');
  expect(lines.toSorted()).toEqual([
    'wave_ci deposit CI wave: 100 XOF to 1 000 000 XOF',
    'wave_ci withdrawal CI wave: 500 XOF to 1 000 000 XOF',
    '✓ wave_ci finds no deposit that nobody made',
    '✓ wave_ci finds no withdrawal that nobody made',
    '✓ wave_ci wallet CI wave: 5 000 000 XOF',
  ]);
  expect(code).toBe(0);
  expect((await wave.seen()).every(({ method }) => method === 'GET')).toBe(true);
  expect(await run(both('wave_ci_old_key'), 'check', 'wave_ci')).toMatchObject({
    code: 1,
    lines: expect.arrayContaining([
      '✗ wave_ci does not say what our wallets hold',
      '✗ wave_ci was asked about a deposit that nobody made: answered 401',
    ]) as string[],
  });
  // Keys may be made for some of Wave's APIs alone.
  await wave.fail('GET /v1/payouts/search', '403');
  expect(await run(both(), 'check', 'wave_ci')).toMatchObject({ code: 1 });
  for (const args of [['check'], ['check', 'wave_sn'], ['look', 'wave_ci']]) {
    expect((await run(both(), ...args)).code).toBe(1);
  }
  expect((await run(both(), 'check', 'wave_sn')).lines).toEqual(['✗ PAYMENTS does not name wave_sn']);
});
