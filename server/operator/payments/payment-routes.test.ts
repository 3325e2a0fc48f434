import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccountKeeping, makeFirstRoutes } from '#server/payments/keep-accounts.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { ReviewRules } from '#server/payments/review-rules.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import type { Answer, Caller } from '#tests/support/money/payment-site.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import { twoAccounts } from '#tests/support/stand-ins/two-accounts.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

/** Two accounts carry MTN in Côte d'Ivoire: pawaPay, which is tried first, and CinetPay. */

const held: ReviewRules = {
  over: 4_000,
  dayOver: 100_000_000,
  phoneDays: 0,
  firstOver: 100_000_000,
  playedPercent: 0,
  hours: 24,
};

let pawapay: StandIn;
let cinetpay: StandIn;
let providers: PaymentProvider[];
let desk: PaymentDesk;
let awa: Caller;
let paying: SignedInOperator;
let other: SignedInOperator;
let risk: SignedInOperator;

beforeAll(async () => {
  [pawapay, cinetpay] = await Promise.all([startStandIn('pawapay'), startStandIn('cinetpay')]);
  const wallet = { status: 'OPERATIONAL', minAmount: '100', maxAmount: '2000000' };
  await pawapay.change('active-conf/MTN_MOMO_CIV', {
    DEPOSIT: { ...wallet, authType: 'PROVIDER_AUTH' },
    PAYOUT: wallet,
  });
});
afterAll(() => Promise.all([pawapay.stop(), cinetpay.stop()]));
beforeEach(async () => {
  desk = await startPaymentDesk({
    reviewRules: held,
    instead: (url) => (providers = twoAccounts({ pawapay: pawapay.url, cinetpay: cinetpay.url }, url)),
  });
  awa = await desk.join({ win: 20_000, phone: '+2250505050505' });
  [paying, other, risk] = await Promise.all([
    desk.operator('payments'),
    desk.operator('payments'),
    desk.operator('risk'),
  ]);
});
afterEach(async () => {
  await expectBooksBalance(desk.owner);
  expect((await reconcile(desk.owner, 'full')).mismatches).toEqual([]);
  expect(await desk.owner.query(`select * from console.acts_without_two('-infinity')`)).toEqual([]);
  await desk.close();
});

const mtn = { country: 'CI', method: 'mtn' } as const;
const network = { ...mtn, direction: 'deposit' } as const;
const reason = 'Their prompts do not arrive';
const told = { toldEn: 'MTN does not work now.', toldFr: 'MTN ne marche pas en ce moment.' };

const stop = (about: object, operator = paying) => operator.post('/payments/stops', { ...told, reason, ...about });
async function stopped(about: object): Promise<string> {
  const answer = await stop(about);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.id;
}
const askToResume = (id: string, operator = other) =>
  operator.post('/requests', { kind: 'resume_payments', about: id, reason: 'They say it works' });
/** Asks as another, and has risk approve. */
async function resume(id: string): Promise<void> {
  const asked = await askToResume(id);
  expect(asked.statusCode, asked.body).toBe(202);
  expect((await desk.approve(asked.json().data.id, risk)).status).toBe('done');
}
const deposit = (amount = 1_000) => awa.deposit({ ...mtn, amount });
const accountOf = async (id: string) =>
  (await desk.owner.query<{ provider: string }>('select provider from payment where id = $1', [id]))[0]!.provider;
const routesNow = async () => (await paying.get('/payments/routes')).json().data;
/** Keeps the accounts once, as a worker does each minute. */
const keep = (floatLow = 1_000_000) =>
  createAccountKeeping(desk.worker, providers, floatLow).step(new AbortController().signal);

async function methodIn(language: string): Promise<string | null> {
  const answer = await fetch(`${desk.url}/api/payments/methods`, { headers: { 'accept-language': language } });
  const { data } = (await answer.json()) as { data: { stopped: string | null; [of: string]: unknown }[] };
  return data.find((one) => Object.entries(network).every(([of, value]) => one[of] === value))!.stopped;
}

test('one operator stops a network, players read why in their language, and two others resume it', async () => {
  expect(await methodIn('en')).toBeNull();
  expect((await stop({ network }, await desk.operator('support'))).statusCode).toBe(403);
  const id = await stopped({ network });
  expect((await stop({ network })).json().code, 'once').toBe('conflict');
  expect([await methodIn('en'), await methodIn('fr')]).toEqual([told.toldEn, told.toldFr]);
  const refused: Answer<unknown> = await deposit();
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'method_unavailable', errors: [{ path: 'customerDetails.method', message: told.toldEn }] },
  });
  expect((await awa.withdraw(mtn)).status, 'the other direction goes on').toBe(202);
  expect((await awa.deposit({ country: 'CI', method: 'orange' })).status, 'another network goes on').toBe(201);
  expect((await routesNow()).stops).toMatchObject([{ id, account: null, ...network, ...told, reason, own: true }]);
  expect(
    await desk.owner.query(
      `select convert_from(record, 'UTF8')::json ->> 'reason' as reason from console.audit where act = 'payments_stopped'`,
    ),
  ).toEqual([{ reason }]);

  const unmet = (await askToResume(id, paying)).json();
  expect(JSON.stringify(unmet), 'not whoever stopped it').toContain('not_their_stop');
  const asked = (await askToResume(id)).json().data.id;
  expect((await routesNow()).stops).toMatchObject([{ asked }]);
  expect((await deposit()).status, 'until it is approved').toBe(422);
  expect((await paying.post(`/requests/${asked}/decision`, { decision: 'approve', reason })).statusCode).toBe(403);
  expect((await desk.approve(asked, risk)).status).toBe('done');
  expect((await deposit()).status).toBe(201);
  expect((await routesNow()).stops).toEqual([]);
  expect((await askToResume(id)).statusCode, 'it has ended').not.toBe(202);
});

test('an approver who stopped payments does not resume them', async () => {
  const id = (await stop({ network }, risk)).json().data.id;
  const asked = (await askToResume(id)).json().data.id;
  const answer = await risk.post(`/requests/${asked}/decision`, { decision: 'approve', reason });
  expect(answer.statusCode).toBe(409);
  expect((await deposit()).status).toBe(422);
});

test('where one account is stopped, or a network at it, another one takes over; with none left players read why', async () => {
  expect(await accountOf((await deposit()).body.data.id)).toBe('pawapay');
  const first = await stopped({ account: 'pawapay' });
  expect(await accountOf((await deposit()).body.data.id)).toBe('cinetpay_ci');
  expect(await methodIn('en')).toBeNull();
  const second = await stopped({ account: 'cinetpay_ci', network });
  expect(await methodIn('fr')).toBe(told.toldFr);
  expect((await deposit()).status).toBe(422);
  await resume(first);
  expect(await accountOf((await deposit()).body.data.id)).toBe('pawapay');
  await resume(second);
});

test('a payment that its account refuses does not go to a stopped one', async () => {
  await deposit();
  await stopped({ account: 'cinetpay_ci' });
  await pawapay.fail('POST /v2/deposits', 'reset');
  const wallet = { status: 'CLOSED', minAmount: '100', maxAmount: '2000000', authType: 'PROVIDER_AUTH' };
  await pawapay.change('active-conf/MTN_MOMO_CIV', { DEPOSIT: wallet });
  await deposit();
  await deposit();
  expect(await desk.owner.query(`select from payment where provider <> 'pawapay'`)).toEqual([]);
  expect(await desk.owner.query('select from payment_attempt')).toEqual([]);
  await pawapay.change('active-conf/MTN_MOMO_CIV', { DEPOSIT: { ...wallet, status: 'OPERATIONAL' } });
});

const waiting = (login: string) =>
  desk.owner.query(
    `select from pg_stat_activity where datname = current_database() and usename = $1 and wait_event_type = 'Lock'`,
    [login],
  );

test('a payment sent at the same moment as a stop waits for it, and is refused without a call', async () => {
  await deposit();
  const calls = (await pawapay.seen()).filter(({ method }) => method === 'POST').length;
  let paid: Promise<Answer> | undefined;
  await desk.console.transact(async (tx) => {
    await tx.query('select console.stop_payments($1, null, $2, $3, $4, $5, $6, $7)', [
      paying.token,
      ...Object.values(network),
      told.toldEn,
      told.toldFr,
      reason,
    ]);
    paid = deposit();
    await untilPasses(async () => expect(await waiting('izi_app')).toHaveLength(1));
  });
  expect(await paid).toMatchObject({ status: 422, body: { code: 'method_unavailable', detail: told.toldEn } });
  expect((await pawapay.seen()).filter(({ method }) => method === 'POST')).toHaveLength(calls);
  expect(await desk.owner.query('select from payment')).toHaveLength(1);
});

test('a stop waits for the payment that has begun, and comes after it', async () => {
  let stopping: ReturnType<typeof stop> | undefined;
  await desk.db.transact(async (tx) => {
    await tx.query(`select * from hold_payment_accounts(gen_random_uuid(), '{pawapay}', 'CI', 'mtn', 'deposit')`);
    stopping = stop({ account: 'pawapay' });
    await untilPasses(async () => expect(await waiting('izi_console')).toHaveLength(1));
  });
  expect((await stopping)!.statusCode).toBe(201);
  await Promise.all(Array.from({ length: 10 }, () => deposit()));
  expect(await desk.owner.query(`select from payment where provider = 'pawapay'`)).toEqual([]);
});

test('a held withdrawal that is released goes to an account that is not stopped, or waits for one', async () => {
  const release = async (id: string) => {
    expect((await paying.post(`/payments/${id}/release`, { reason: 'Known for long.' })).statusCode).toBe(200);
    await desk.sweep();
    return [(await awa.payment(id)).status, await accountOf(id)];
  };
  const [one, two] = [
    (await awa.withdraw({ ...mtn, amount: 5_000 })).body.data,
    (await awa.withdraw({ ...mtn, amount: 5_000 })).body.data,
  ];
  expect([one.status, two.status, await accountOf(one.id)]).toEqual(['review', 'review', 'pawapay']);
  const transfers = async () =>
    (await cinetpay.seen()).filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/transfer')).length;
  const before = await transfers();
  await stopped({ account: 'pawapay' });
  expect(await release(one.id)).toEqual(['processing', 'cinetpay_ci']);
  const all = await stopped({ network: { ...mtn, direction: 'withdrawal' } });
  expect(await release(two.id), 'nobody is left').toEqual(['review', 'pawapay']);
  await resume(all);
  await desk.sweep();
  expect([(await awa.payment(two.id)).status, await accountOf(two.id)]).toEqual(['processing', 'cinetpay_ci']);
  expect(await transfers(), 'each once').toBe(before + 2);
});

const askForRoutes = (lines: readonly string[], values: object = {}) =>
  paying.post('/requests', { kind: 'payment_routes', values: { lines, ...values }, reason: 'CinetPay is cheaper' });

test('two operators change the routes, which new payments follow at once; the settings make the first ones only', async () => {
  await makeFirstRoutes(desk.db, [{ ...network, accounts: ['pawapay', 'cinetpay_ci'] }], pino({ level: 'silent' }));
  await keep();
  const before = (await deposit()).body.data.id;
  expect([await accountOf(before), (await awa.withdraw(mtn)).status]).toEqual(['pawapay', 422]);

  const refusal = async (line: string) => {
    const { checks } = (
      await paying.post('/requests/trial', { kind: 'payment_routes', values: { lines: [line], beginsAt: null } })
    ).json().data;
    return checks.filter(({ met }: { met: boolean }) => !met);
  };
  expect(await refusal('CI mtn deposit = pawapay, elsewhere')).toEqual([
    { code: 'accounts_known', met: false, params: { account: 'elsewhere' } },
  ]);
  expect(await refusal('CI mtn deposit = pawapay, fedapay')).toMatchObject([{ code: 'accounts_known' }]);
  expect(await refusal('BJ mtn deposit = cinetpay_ci')).toEqual([
    { code: 'accounts_carry', met: false, params: { line: 'BJ mtn deposit = cinetpay_ci' } },
  ]);
  expect(await refusal('CI mtn deposit = pawapay, cinetpay_ci')).toMatchObject([{ code: 'differs_from_newest' }]);
  expect((await askForRoutes(['CI mtn deposit = '])).statusCode).toBe(400);
  expect((await askForRoutes(['CI mtn deposit = pawapay', 'CI mtn deposit = pawapay'])).statusCode).toBe(400);

  const lines = ['CI mtn deposit = cinetpay_ci, pawapay', 'CI mtn withdrawal = cinetpay_ci'];
  const asked = (await askForRoutes(lines)).json().data.id;
  expect((await other.post(`/requests/${asked}/decision`, { decision: 'approve', reason })).statusCode).toBe(403);
  expect(await accountOf((await deposit()).body.data.id), 'until it is approved').toBe('pawapay');
  expect((await desk.approve(asked, risk)).status).toBe('done');
  const after = (await deposit()).body.data.id;
  const out = (await awa.withdraw(mtn)).body.data.id;
  expect([await accountOf(after), await accountOf(out), await accountOf(before)]).toEqual([
    'cinetpay_ci',
    'cinetpay_ci',
    'pawapay',
  ]);
  expect(
    await desk.owner.query('select id, route_version from payment where id = any ($1) order by created_at', [
      [before, after],
    ]),
  ).toEqual([
    { id: before, route_version: 1 },
    { id: after, route_version: 2 },
  ]);
  expect(await routesNow()).toMatchObject({ number: 2, lines, next: [] });

  const warned: unknown[] = [];
  await makeFirstRoutes(desk.db, [{ ...network, accounts: ['pawapay'] }], {
    warn: (said: unknown) => warned.push(said),
  });
  expect(warned).toHaveLength(1);
  expect(await routesNow()).toMatchObject({ number: 2, lines });
});

test('routes may begin later, and of two requests against the same version one fails', async () => {
  await keep();
  const beginsAt = new Date(Date.now() + 3_600_000).toISOString();
  const later = (await askForRoutes(['CI mtn deposit = cinetpay_ci'], { beginsAt })).json().data.id;
  const rival = (await askForRoutes(['CI mtn deposit = pawapay'])).json().data.id;
  expect((await desk.approve(later, risk)).status).toBe('done');
  expect(await routesNow()).toMatchObject({ number: null, lines: [], next: [{ number: 1, beginsAt }] });
  expect(await accountOf((await deposit()).body.data.id)).toBe('pawapay');
  expect((await risk.post(`/requests/${rival}/decision`, { decision: 'approve', reason })).statusCode).toBe(409);
  expect((await askForRoutes(['CI mtn deposit = pawapay'], { beginsAt: '2020-01-01T00:00:00.000Z' })).statusCode).toBe(
    409,
  );
});

test('the health of a line counts what its account failed, not what the payer did, and says how long it took', async () => {
  const line = async (account: string) => {
    const { data } = (await paying.get('/payments/networks')).json();
    const of = data.find(
      (one: { network: string; provider: string }) => one.network === 'mtn' && one.provider === account,
    );
    return of?.lines.find((one: { direction: string }) => one.direction === 'deposit');
  };
  const end = async (id: string, fields: object) => {
    await pawapay.change(`payments/${id}`, fields);
    await desk.sweep();
  };
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.push((await deposit()).body.data.id);
  await end(ids[0]!, { status: 'COMPLETED' });
  await end(ids[1]!, { status: 'COMPLETED' });
  await end(ids[2]!, { status: 'FAILED', failureReason: { failureCode: 'INSUFFICIENT_BALANCE' } });
  expect((await awa.payment(ids[2]!)).status).toBe('failed');
  expect(await line('pawapay')).toMatchObject({
    country: 'CI',
    method: 'mtn',
    quarter: { done: 2, failed: 0 },
    waiting: 1,
  });
  await end(ids[3]!, { status: 'FAILED', failureReason: { failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE' } });
  // Two of these are older than an hour.
  await desk.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `update payment set created_at = created_at - interval '2 hours', updated_at = created_at - interval '2 hours' + $2::interval
       where id = $1`,
      [ids[0], '40 s'],
    );
    await tx.query(`update payment set updated_at = created_at + interval '20 s' where id = $1`, [ids[1]]);
    await tx.query(`update payment set created_at = created_at - interval '30 minutes' where id = $1`, [ids[3]]);
  });
  expect(await line('pawapay')).toEqual({
    country: 'CI',
    method: 'mtn',
    direction: 'deposit',
    quarter: { done: 1, failed: 0 },
    hour: { done: 1, failed: 1 },
    day: { done: 2, failed: 1 },
    median: 30,
    most: 39,
    noticedAt: null,
    waiting: 0,
    unknown: 0,
  });
});

test('an account that fails half of its payments is an alarm until it is stopped, and an empty wallet until it is filled', async () => {
  const alarms = async () => {
    await desk.worker.query('select console.watch()');
    return (
      await desk.owner.query<{ kind: string; subject: string }>(
        `select kind, subject from console.alarm where closed_at is null and kind in ('provider_failing', 'float_low') order by kind, subject`,
      )
    ).map(({ kind, subject }) => `${kind} ${subject}`);
  };
  const ids: string[] = [];
  for (let count = 0; count < 10; count++) ids.push((await deposit()).body.data.id);
  const failed = { status: 'FAILED', failureReason: { failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE' } };
  for (const id of ids.slice(0, 5)) await pawapay.change(`payments/${id}`, failed);
  for (const id of ids.slice(5)) await pawapay.change(`payments/${id}`, { status: 'COMPLETED' });
  await desk.sweep();
  expect(await alarms(), 'half of them is not more than half').toEqual([]);
  const { id } = (await deposit()).body.data;
  await pawapay.change(`payments/${id}`, failed);
  await desk.sweep();
  expect(await alarms()).toEqual(['provider_failing network CI mtn deposit at pawapay']);
  await stopped({ account: 'pawapay' });
  expect(await alarms()).toEqual([]);
  const [incident] = (await routesNow()).incidents as { closedAt: string | null }[];
  expect(incident).toMatchObject({
    kind: 'provider_failing',
    subject: 'network CI mtn deposit at pawapay',
    payments: 6,
  });
  expect(incident!.closedAt).not.toBeNull();

  const floats = async () => (await routesNow()).floats as { country: string; amount: number; least: number }[];
  await keep(0);
  const holds = (await floats()).find(({ country }) => country === 'CI')!.amount;
  expect(await alarms()).toEqual([]);
  await keep(holds + 1);
  expect((await floats()).every(({ least }) => least === holds + 1)).toBe(true);
  expect((await alarms()).filter((alarm) => alarm.includes('CI'))).toEqual(['float_low float pawapay CI']);
  await keep(holds);
  expect((await alarms()).filter((alarm) => alarm.includes('CI'))).toEqual([]);
});
