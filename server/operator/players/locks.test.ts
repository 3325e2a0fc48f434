import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Http } from '#server/http/http.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors } from '#server/operator-work/executors.ts';
import type { Identity } from '#server/identity/identity.ts';
import { createSecurityLog } from '#server/identity/security-log/security-log.ts';
import { createLog } from '#server/http/log.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type Caller, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { createDraw, newTicket, openDesk } from '#tests/support/players/play.ts';

// A lock holds at once: a bet, a deposit or a withdrawal at the same moment is either before it or refused.

let site: PaymentSite;
let desk: TicketDesk;
let http: Http;
let risk: TestOperator;
let compliance: TestOperator;
let draw: string;
let identity: Identity;

beforeAll(async () => {
  site = await startPaymentSite({ withdrawable: ['win', 'dep'] });
  desk = await openDesk(site);
  const log = createLog('silent');
  identity = { forget: () => {}, security: createSecurityLog(site.db, log) } as unknown as Identity;
  http = await startConsole(site, { identity });
  risk = await makeOperator(site.owner, ['risk']);
  compliance = await makeOperator(site.owner, ['compliance']);
  draw = await createDraw(site.owner, { closesIn: 3_600_000 });
});
afterAll(async () => {
  desk.clock.stop();
  await http.close();
  await expectBooksBalance(site.owner);
  await site.close();
});

let lastPhone = 10_000_000;

/** A player with 100,000 francs whom operators can act on. */
async function join(): Promise<Caller> {
  const phone = `+22505${++lastPhone}`;
  const caller = await site.signIn({ win: 50_000, dep: 50_000, phone });
  await site.owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     overriding system value values ($1, $2, 'x', 'Awa', 'Koné', '1990-05-06', 'CI', now())`,
    [caller.signedIn.clientId, phone],
  );
  return caller;
}

const idOf = ({ signedIn }: Caller) => signedIn.clientId;
const lock = (player: Caller, kind: string) =>
  callAs(http, risk, 'POST', `/clients/${idOf(player)}/lock`, { lock: kind, reason: 'a chargeback is expected' });
const bet = (player: Caller) =>
  placeBets(desk, player.signedIn, [newTicket(draw)]).then(
    () => 'placed',
    (error: Refusal) => error.code,
  );
const paid = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await (answer as Promise<{ status: number; body: { code?: string } }>);
  return status < 300 ? 'made' : body.code;
};
const withdraw = (player: Caller) => paid(player.withdraw() as never);
const deposit = (player: Caller) => paid(player.deposit() as never);

test('locked play refuses bets and deposits, and allows withdrawals', async () => {
  const player = await join();
  expect(await bet(player)).toBe('placed');
  expect((await lock(player, 'play')).statusCode).toBe(200);
  expect(await bet(player)).toBe('account_locked');
  expect(await deposit(player)).toBe('account_locked');
  expect(await withdraw(player)).toBe('made');
});

test('locked withdrawals say so to the player, until when, and allow bets and deposits', async () => {
  const player = await join();
  const { until } = (await lock(player, 'withdrawals')).json<{ data: { until: string } }>().data;
  expect(await withdraw(player)).toBe('cooling_off');
  const payouts = await player.get<{ data: { waits: object } }>('/clients/payouts');
  expect(payouts.body.data.waits).toEqual({ reason: 'locked', until });
  expect(await bet(player)).toBe('placed');
  expect(await deposit(player)).toBe('made');
});

test('a bet at the moment of a lock is either before the lock or refused', async () => {
  for (let round = 0; round < 6; round++) {
    const player = await join();
    const tries = Array.from({ length: 6 }, () => bet(player));
    const [locked, ...outcomes] = await Promise.all([lock(player, 'play'), ...tries]);
    expect(locked.statusCode).toBe(200);
    for (const outcome of outcomes) expect(['placed', 'account_locked']).toContain(outcome);
    const [row] = await site.owner.query<{ late: number; tickets: number }>(
      `select count(*) filter (where t.accepted_at > date_trunc('milliseconds', l.begins_at) + interval '1 millisecond')::integer as late,
         count(t.id)::integer as tickets
       from client_lock l left join ticket t on t.client_id = l.client_id where l.client_id = $1`,
      [idOf(player)],
    );
    expect(row).toEqual({ late: 0, tickets: outcomes.filter((outcome) => outcome === 'placed').length });
    expect(await bet(player)).toBe('account_locked');
  }
});

test('a withdrawal at the moment of a lock is either before the lock or refused', async () => {
  for (let round = 0; round < 6; round++) {
    const player = await join();
    const [locked, ...outcomes] = await Promise.all([
      lock(player, 'withdrawals'),
      ...Array.from({ length: 4 }, () => withdraw(player)),
    ]);
    expect(locked.statusCode).toBe(200);
    for (const outcome of outcomes) expect(['made', 'cooling_off']).toContain(outcome);
    const [row] = await site.owner.query<{ late: number; made: number }>(
      `select count(*) filter (where p.at > l.begins_at)::integer as late, count(p.id)::integer as made
       from client_lock l left join posting p on p.client_id = l.client_id and p.kind = 'withdrawal' and p.to_account = 'client_held'
       where l.client_id = $1`,
      [idOf(player)],
    );
    expect(row!.late).toBe(0);
    expect(await withdraw(player)).toBe('cooling_off');
  }
});

test('a lock that has ended needs no operator, and bets continue within the player’s own limits', async () => {
  const player = await join();
  await site.db.query(`select set_play_limit($1, 'stake', 'day', 200, 'Africa/Abidjan')`, [idOf(player)]);
  await lock(player, 'play');
  await site.owner.query('alter table client_lock disable trigger client_lock_is_kept');
  await site.owner.query(
    `update client_lock set begins_at = now() - interval '4 days', ends_at = now() where client_id = $1`,
    [idOf(player)],
  );
  await site.owner.query('alter table client_lock enable trigger client_lock_is_kept');
  expect(await bet(player)).toBe('placed');
  for (let more = 0; more < 3; more++) await bet(player);
  expect(await bet(player)).toBe('limit_reached');
});

test('a tightened limit applies to the next bet and deposit', async () => {
  const player = await join();
  await bet(player);
  for (const kind of ['stake', 'deposit']) {
    const body = { kind, period: 'day', amount: 0, reason: 'agreed on the phone' };
    expect((await callAs(http, risk, 'POST', `/clients/${idOf(player)}/tighten-limit`, body)).statusCode).toBe(200);
  }
  expect(await bet(player)).toBe('limit_reached');
  expect(await deposit(player)).toBe('limit_reached');
});

test('staff cannot play, by client or by phone before they join, until two operators allow it', async () => {
  const reason = 'works in the draw room';
  const forbid = (who: object) =>
    callAs(http, compliance, 'POST', '/may-not-play', { relation: 'staff', name: 'Jo Kouassi', reason, ...who });
  const player = await join();
  expect(await bet(player)).toBe('placed');
  const entry = (await forbid({ clientId: idOf(player) })).json<{ data: { id: string } }>().data.id;
  expect((await forbid({ clientId: idOf(player) })).json<{ code: string }>().code).toBe('conflict');
  expect(await bet(player)).toBe('account_locked');
  expect(await deposit(player)).toBe('account_locked');
  expect(await withdraw(player)).toBe('made');

  const phone = `+22505${lastPhone + 1}`;
  expect((await forbid({ phone })).statusCode).toBe(201);
  const joined = await join();
  await site.owner.query('update client set confirmed_at = null where id = $1', [idOf(joined)]);
  await site.db.query('select prove_phone($1)', [idOf(joined)]);
  expect(await bet(joined)).toBe('account_locked');

  const asked = await callAs(http, risk, 'POST', '/requests', {
    kind: 'let_play',
    about: entry,
    reason: 'has left us',
  });
  const { id } = asked.json<{ data: { id: string } }>().data;
  await callAs(http, compliance, 'POST', `/requests/${id}/decision`, { decision: 'approve', reason: 'has left us' });
  await createCarryingOut({
    db: site.worker,
    executors: createExecutors({ identity, askProvider: async () => {} }),
    log: createLog('silent'),
  }).step(new AbortController().signal);
  expect(await bet(player)).toBe('placed');
  expect((await callAs(http, risk, 'GET', '/may-not-play?limit=1')).json<{ data: object[] }>().data).toMatchObject([
    { phone: expect.stringContaining('··'), endedAt: null },
  ]);
});
