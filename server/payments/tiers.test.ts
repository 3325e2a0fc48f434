import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityStatus } from '#contract/documents.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { createDocumentLimits, registerDocumentRoutes } from '#server/identity/documents/routes.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { acceptDocument, joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';
import { changeHistory, createDraw, drawWithResult, newTicket, openDesk } from '#tests/support/players/play.ts';
import { registerPaymentRoutes } from './routes.ts';

// How much money moves before a document, and after it.

let site: PaymentSite;
let app: IdentityApp;
let desk: TicketDesk;

beforeAll(async () => {
  site = await startPaymentSite({ tiers: true, expireAfterMs: 60 * 60_000 });
  app = await startIdentityApp({ database: site });
  registerPaymentRoutes(app.http, site.payments, app.identity.security);
  registerDocumentRoutes(app.http, {
    identity: app.identity,
    keys: openKeyRing(Buffer.alloc(32, 'document')),
    personKey: Buffer.alloc(32, 'person'),
    tiers: true,
    clamd: undefined,
    limits: createDocumentLimits(site.db),
  });
  desk = await openDesk(site);
});
afterEach(() => expectBooksBalance(site.owner));
afterAll(async () => {
  desk.clock.stop();
  await app.stop();
  await site.close();
});

async function join({ win = 0, dep = 0, document = false, confirmed = true } = {}): Promise<IdentityClient> {
  const client = await joinIdentityApp(app, { confirmed });
  await give(client, 'client_win', win);
  await give(client, 'client_dep', dep);
  if (document) await acceptDocument(site.owner, client.id);
  return client;
}

async function give({ id }: IdentityClient, to: string, amount: number): Promise<void> {
  if (amount === 0) return;
  await site.owner.query(`select post_adjustment($1, $2, 'adjustment', $3, $4)`, [id, randomUUID(), to, amount]);
}

/** Starts a payment, and answers `done`, or what it was refused with. */
async function pay(
  direction: 'deposit' | 'withdraw',
  { token, phone }: IdentityClient,
  amount: number,
): Promise<'done' | { code: string; tier?: number; limit?: number; used?: number }> {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/clients/${direction}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    payload: {
      customerDetails: { amount, country: 'CI', method: 'orange', phone, firstName: 'Awa', lastName: 'Koné' },
    },
  });
  if (answer.statusCode < 300) return 'done';
  expect(answer.statusCode).toBe(422);
  const { code, tier, limit, used } = answer.json();
  return { code, tier, limit, used };
}

const deposit = (client: IdentityClient, amount: number) => pay('deposit', client, amount);
const withdraw = (client: IdentityClient, amount: number) => pay('withdraw', client, amount);

/** Does as if all payments of a client were older by so much, and still under way. */
const age = ({ id }: IdentityClient, by: string) =>
  changeHistory(site.owner, 'update payment set created_at = created_at - $2::interval where client_id = $1', [id, by]);

const readIdentity = async ({ token }: IdentityClient) =>
  (await app.call('GET', '/clients/identity', undefined, token)).json<{ data: IdentityStatus }>().data;

test('tier 0 moves no money', async () => {
  const client = await join({ confirmed: false, win: 1_000 });
  expect(await deposit(client, 500)).toMatchObject({ code: 'phone_unconfirmed' });
  expect(await withdraw(client, 500)).toMatchObject({ code: 'phone_unconfirmed' });
  expect(await readIdentity(client)).toMatchObject({ tier: 0, limits: { perDay: 0, per30Days: 0 } });
});

test('tier 1 adds 200,000 in 30 days and withdraws the same, each counted separately', async () => {
  const client = await join({ win: 1_000_000 });
  expect(await deposit(client, 200_005)).toEqual({ code: 'identity_needed', tier: 1, limit: 200_000, used: 0 });
  expect(await deposit(client, 150_000)).toBe('done');
  expect(await deposit(client, 50_005)).toEqual({ code: 'identity_needed', tier: 1, limit: 200_000, used: 150_000 });
  expect(await deposit(client, 50_000)).toBe('done');
  expect(await withdraw(client, 200_000)).toBe('done');
  expect(await withdraw(client, 500)).toEqual({ code: 'identity_needed', tier: 1, limit: 200_000, used: 200_000 });
  expect(await readIdentity(client)).toEqual({
    tier: 1,
    limits: { perDay: null, per30Days: 200_000 },
    used: { deposit: { perDay: 200_000, per30Days: 200_000 }, withdrawal: { perDay: 200_000, per30Days: 200_000 } },
    waitingWin: null,
    check: null,
  });
});

test('as many of 50 withdrawals at the same time succeed as the limit allows', async () => {
  const client = await join({ win: 2_000_000 });
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => withdraw(client, 20_000)));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome !== 'done' && outcome.code === 'identity_needed')).toHaveLength(40);
  expect((await readIdentity(client)).used.withdrawal.per30Days).toBe(200_000);
});

test('the same is true of 50 deposits', async () => {
  const client = await join();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => deposit(client, 20_000)));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
});

describe('by the clock of the database', () => {
  test('a payment counts for 30 days, and no longer', async () => {
    const client = await join({ win: 1_000_000 });
    expect(await withdraw(client, 200_000)).toBe('done');
    await age(client, '29 days 23:59:30');
    expect(await withdraw(client, 500)).toMatchObject({ code: 'identity_needed' });
    await age(client, '31 s');
    expect(await withdraw(client, 200_000)).toBe('done');
  });

  test('with a document the limits are 2,000,000 in 24 hours and 10,000,000 in 30 days, and no document raises them', async () => {
    const client = await join({ win: 20_000_000, document: true });
    for (let day = 0; day < 5; day++) {
      expect(await withdraw(client, 1_000_000)).toBe('done');
      expect(await withdraw(client, 1_000_000)).toBe('done');
      expect(await withdraw(client, 500)).toEqual({
        code: 'limit_reached',
        tier: 2,
        limit: 2_000_000,
        used: 2_000_000,
      });
      await age(client, '24:00:01');
    }
    expect(await withdraw(client, 500)).toEqual({
      code: 'limit_reached',
      tier: 2,
      limit: 10_000_000,
      used: 10_000_000,
    });
    await age(client, '25 days');
    expect(await withdraw(client, 1_000_000)).toBe('done');
  });
});

test('failed payments do not count', async () => {
  const client = await join({ win: 1_000_000 });
  expect(await withdraw(client, 200_000)).toBe('done');
  await changeHistory(site.owner, `update payment set status = 'failed', amount = amount where client_id = $1`, [
    client.id,
  ]);
  expect(await withdraw(client, 200_000)).toBe('done');
  // The money of the first one was never returned, so the books are corrected.
  await changeHistory(
    site.owner,
    `update payment set status = 'processing' where client_id = $1 and status = 'failed'`,
    [client.id],
  );
});

test('an expired deposit counts for a day; if it is paid late, it is credited and counts again', async () => {
  const client = await join();
  expect(await deposit(client, 150_000)).toBe('done');
  await changeHistory(site.owner, `update payment set status = 'expired' where client_id = $1`, [client.id]);
  expect(await deposit(client, 150_000)).toMatchObject({ code: 'identity_needed', used: 150_000 });
  await age(client, '24:00:01');
  expect(await deposit(client, 150_000)).toBe('done');

  const [expired] = await site.owner.query<{ id: string; redirect_url: string }>(
    `select id, redirect_url from payment where client_id = $1 and status = 'expired'`,
    [client.id],
  );
  await site.decide({ redirectUrl: expired!.redirect_url } as never, 'approve');
  const balance = async () =>
    (await site.owner.query<{ dep: number }>('select dep from wallet where client_id = $1', [client.id]))[0]!.dep;
  await expect.poll(async () => (await site.sweep(), balance())).toBe(150_000);
  expect(await deposit(client, 500)).toEqual({ code: 'identity_needed', tier: 1, limit: 200_000, used: 300_000 });
});

test('a win of over 1,000,000 is paid out after a document, however little is asked for', async () => {
  const client = await join({ dep: 1_000 });
  const draw = await createDraw(site.owner);
  const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const signedIn = { clientId: client.id, sessionId: randomUUID(), confirmed: true, phone: client.phone };
  await placeBets(desk, signedIn, [
    newTicket(draw, { name: 'IziOrder', selectedNumbers: numbers }),
    newTicket(draw, { name: 'IziOne', selectedNumbers: ['1'], betAmount: 100 }),
  ]);
  await drawWithResult(site.owner, draw, numbers.map(Number));
  while (await settleDueDraw(site.worker));

  expect((await readIdentity(client)).waitingWin).toBe(6_000_000);
  expect(await withdraw(client, 500)).toEqual({ code: 'identity_needed', tier: 1, limit: 1_000_000, used: 6_000_000 });
  await acceptDocument(site.owner, client.id);
  expect(await readIdentity(client)).toMatchObject({ tier: 2, waitingWin: null });
  expect(await withdraw(client, 1_000_000)).toBe('done');
});

test('a client under 18 by the document cannot deposit, and can withdraw everything, deposits too', async () => {
  const client = await join({ dep: 400_000, win: 100_000 });
  await site.owner.query('select close_underage($1)', [client.id]);
  expect(await deposit(client, 500)).toMatchObject({ code: 'account_closed' });
  expect(await withdraw(client, 500_000)).toBe('done');
});

test('without tiers a withdrawal needs no document', async () => {
  const free = await startPaymentSite();
  try {
    const client = await free.signIn({ win: 1_000_000 });
    expect((await client.withdraw({ amount: 1_000_000 })).status).toBe(202);
  } finally {
    await free.close();
  }
});
