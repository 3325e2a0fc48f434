import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '#contract/identity.ts';
import type { PlayLimit, PlayLimits } from '#contract/play-limits.ts';
import type { Database } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { readWallet } from '#server/ledger/wallet.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startPaymentSite, type Caller, type PaymentSite } from '#tests/support/money/payment-site.ts';
import { changeHistory, createDraw, createPlayer, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { beginBreak, readPlayLimits, checkStakes, setPlayLimits } from './play-limits.ts';
import { registerPlayLimitRoutes } from './routes.ts';

let site: PaymentSite;
let desk: TicketDesk;
let draw: string;

const timeZone = 'Africa/Abidjan';

beforeAll(async () => {
  site = await startPaymentSite();
  desk = await openDesk(site);
  draw = await createDraw(site.owner, { closesIn: 10 * 60_000 });
});
afterEach(() => expectBooksBalance(site.owner));
afterAll(async () => {
  desk.clock.stop();
  await site.close();
});

const limit = (kind: PlayLimit['kind'], period: PlayLimit['period'], amount: number | null) => ({
  kind,
  period,
  amount,
});

function setLimits({ clientId }: SignedIn, ...limits: Parameters<typeof setPlayLimits>[2][number][]) {
  return setPlayLimits(site.db, clientId, limits, timeZone, async () => {});
}

async function limitOf({ clientId }: SignedIn, kind: PlayLimit['kind'], period: PlayLimit['period']) {
  const { limits } = await readPlayLimits(site.db, clientId, timeZone);
  return limits.find((one) => one.kind === kind && one.period === period)!;
}

/** Places one ticket and answers `placed` or the code it was refused with. */
/** Sends a bet until it is answered, as clients do: those of one client take turns, and on a slow machine the last is told to come again. */
async function stake(player: SignedIn, amount = 100, at: TicketDesk = desk, drawId = draw): Promise<string> {
  const tickets = [newTicket(drawId, { betAmount: amount })];
  for (;;) {
    try {
      await placeBets(at, player, tickets);
      return 'placed';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!['overloaded', 'unavailable'].includes(error.code)) return error.code;
    }
  }
}

/** Does as if so much time had passed for everything that is recorded of the client's limits and stakes. */
async function letPass({ clientId }: SignedIn, interval: string): Promise<void> {
  for (const change of [
    `update play_limit set next_at = next_at - $2::interval where client_id = $1`,
    `update play_break set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval where client_id = $1`,
    `update ticket set accepted_at = accepted_at - $2::interval where client_id = $1`,
    `update stakes_counted set starts_at = starts_at - $2::interval where client_id = $1`,
    `update wallet set stakes_left_until = stakes_left_until - $2::interval where client_id = $1`,
  ]) {
    await changeHistory(site.owner, change, [clientId, interval]);
  }
}

describe('a limit on stakes', () => {
  test('counts earlier stakes, and refuses stakes that exceed it', async () => {
    const player = await createPlayer(site.owner, { dep: 5_000 });
    expect(await stake(player, 300)).toBe('placed');
    await setLimits(player, limit('stake', 'day', 1_000));
    expect(await limitOf(player, 'stake', 'day')).toMatchObject({ amount: 1_000, used: 300, next: null });
    expect(await stake(player, 800)).toBe('limit_reached');
    expect(await stake(player, 700)).toBe('placed');
    expect(await stake(player, 100)).toBe('limit_reached');
    await expect(placeBets(desk, player, [newTicket(draw)])).rejects.toThrow(
      /^This is over your daily stake limit of 1\D000\DXOF\. The limit starts again on \d\d\/\d\d\/\d{4} 00:00\.$/,
    );
    expect((await limitOf(player, 'stake', 'day')).used).toBe(1_000);
  });

  test.each(['day', 'week', 'month'] as const)('begins again with the next %s', async (period) => {
    const player = await createPlayer(site.owner, { dep: 5_000 });
    await setLimits(player, limit('stake', period, 200));
    expect(await stake(player, 200)).toBe('placed');
    expect(await stake(player)).toBe('limit_reached');
    await letPass(player, `1 ${period}`);
    expect(await stake(player, 200)).toBe('placed');
    expect(await stake(player)).toBe('limit_reached');
  });

  test('is the tightest of several', async () => {
    const player = await createPlayer(site.owner, { dep: 5_000 });
    await setLimits(player, limit('stake', 'day', 500), limit('stake', 'week', 300), limit('stake', 'month', 900));
    expect(await stake(player, 400)).toBe('limit_reached');
    expect(await stake(player, 300)).toBe('placed');
  });

  test('applies to twenty checkouts at the same time', async () => {
    const player = await createPlayer(site.owner, { dep: 5_000 });
    await setLimits(player, limit('stake', 'day', 300));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => stake(player)));
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(['placed', 'limit_reached']));
    expect((await limitOf(player, 'stake', 'day')).used).toBe(300);
  });

  test('applies to twenty processes at the same time, and while it is being set', async () => {
    const desks = await Promise.all(Array.from({ length: 20 }, () => openDesk(site)));
    const player = await createPlayer(site.owner, { dep: 5_000 });
    const racing = desks.map((one) => stake(player, 100, one));
    const setting = setLimits(player, limit('stake', 'day', 300));
    const outcomes = await Promise.all(racing);
    const { limits } = await setting;
    const usedWhenSet = limits.find(({ kind, period }) => kind === 'stake' && period === 'day')!.used;
    const placed = outcomes.filter((outcome) => outcome === 'placed').length;
    // Stakes from before the limit may exceed it; afterwards no stake may.
    expect(placed * 100).toBe(Math.max(usedWhenSet, 300));
    expect((await limitOf(player, 'stake', 'day')).used).toBe(placed * 100);
    expect(await stake(player)).toBe('limit_reached');
    for (const { clock } of desks) clock.stop();
  });

  test('neither delays nor refuses others: their checkouts in the same batch are placed', async () => {
    const limited = await createPlayer(site.owner, { dep: 1_000 });
    const free = await createPlayer(site.owner, { dep: 1_000 });
    await setLimits(limited, limit('stake', 'day', 100));
    expect(await Promise.all([stake(limited, 200), stake(free, 200)])).toEqual(['limit_reached', 'placed']);
  });

  test('gives back the stakes of a void draw', async () => {
    const player = await createPlayer(site.owner, { dep: 1_000 });
    const doomed = await createDraw(site.owner, { closesIn: 60_000 });
    await setLimits(player, limit('stake', 'day', 200));
    expect(await stake(player, 200, desk, doomed)).toBe('placed');
    expect(await stake(player, 100)).toBe('limit_reached');
    await moveDraw(site.owner, doomed, { closesIn: -20_000, drawsIn: -10_000 });
    await site.owner.query(`update draw set status = 'void' where id = $1`, [doomed]);
    await site.owner.query('select list_refunds($1)', [doomed]);
    expect(await stake(player, 100)).toBe('limit_reached');
    await site.owner.query('select pay_dues($1, 10)', [doomed]);
    expect(await stake(player, 200)).toBe('placed');
  });

  test('repeats the answer to a checkout that was placed before the limit was reached', async () => {
    const player = await createPlayer(site.owner, { dep: 1_000 });
    await setLimits(player, limit('stake', 'day', 100));
    const tickets = [newTicket(draw)];
    const first = await placeBets(desk, player, tickets);
    expect(await placeBets(desk, player, tickets)).toEqual(first);
    await beginBreak(site.db, player.clientId, 'day', timeZone);
    expect(await placeBets(desk, player, tickets)).toEqual(first);
  });
});

describe('changing a limit', () => {
  test('a lower one applies at once, a higher one or none after 24 hours', async () => {
    const player = await createPlayer(site.owner, { dep: 5_000 });
    await setLimits(player, limit('stake', 'day', 300));
    await setLimits(player, limit('stake', 'day', 100));
    expect(await stake(player, 200)).toBe('limit_reached');

    const before = Date.now();
    await setLimits(player, limit('stake', 'day', 400));
    const waiting = await limitOf(player, 'stake', 'day');
    expect(waiting).toMatchObject({ amount: 100, next: { amount: 400 } });
    expect(Date.parse(waiting.next!.at) - before).toBeGreaterThan(24 * 3_600_000 - 5_000);
    expect(await stake(player, 200)).toBe('limit_reached');
    // Asked for again, it does not have to wait again.
    await setLimits(player, limit('stake', 'day', 400));
    expect((await limitOf(player, 'stake', 'day')).next).toEqual(waiting.next);

    await letPass(player, '23 hours 59 minutes');
    expect(await stake(player, 200)).toBe('limit_reached');
    await letPass(player, '1 minute');
    expect(await limitOf(player, 'stake', 'day')).toMatchObject({ amount: 400, next: null });
    expect(await stake(player, 200)).toBe('placed');

    await setLimits(player, limit('stake', 'day', null));
    expect(await limitOf(player, 'stake', 'day')).toMatchObject({ amount: 400, next: { amount: null } });
    await letPass(player, '24 hours');
    expect(await limitOf(player, 'stake', 'day')).toMatchObject({ amount: null, next: null });
    expect(await stake(player, 2_000)).toBe('placed');
  });

  test('a lower one cancels a pending raise', async () => {
    const player = await createPlayer(site.owner);
    await setLimits(player, limit('deposit', 'month', 1_000));
    await setLimits(player, limit('deposit', 'month', 9_000));
    await setLimits(player, limit('deposit', 'month', 1_000));
    expect(await limitOf(player, 'deposit', 'month')).toMatchObject({ amount: 1_000, next: null });
  });

  test('the application itself cannot write limits, breaks or the remaining stake', async () => {
    const { clientId } = await createPlayer(site.owner);
    for (const statement of [
      `insert into play_limit (client_id, kind, period, amount) values ($1, 'stake', 'day', 1)`,
      `update wallet set stakes_left = null where client_id = $1`,
      `delete from play_break where client_id = $1`,
    ]) {
      await expect(site.db.query(statement, [clientId])).rejects.toThrow('permission denied');
    }
  });
});

describe('stakes are counted once', () => {
  const month = [limit('stake', 'day', 100_000), limit('stake', 'week', 200_000), limit('stake', 'month', 300_000)];
  const allLimits = [...month, ...month.map((one) => ({ ...one, kind: 'deposit' as const }))];

  /** How many tickets each piece of work reads, all of them in one transaction. */
  function countReads(...work: ((db: Database) => Promise<unknown>)[]): Promise<number[]> {
    return site.owner.transact(async (tx) => {
      const db: Database = { ...site.owner, query: tx.query, transact: (inner) => inner(tx) };
      const reads = [0];
      for (const one of work) {
        await one(db);
        const [row] = await tx.query<{ count: number }>(
          `select coalesce(sum(idx_tup_fetch + seq_tup_read), 0)::bigint as count
           from pg_stat_xact_user_tables where relid in (select relid from pg_partition_tree('ticket'))`,
        );
        reads.push(row!.count);
      }
      return reads.slice(1).map((count, index) => count - reads[index]!);
    });
  }

  test('stakes are counted once for each period, however often limits are set and read and stakes refused', async () => {
    const player = await createPlayer(site.owner, { dep: 100_000 });
    for (let sent = 0; sent < 4; sent++) {
      const tickets = Array.from({ length: 50 }, () => newTicket(draw));
      await placeBets(desk, player, tickets);
    }
    const { clientId } = player;
    const [first, ...later] = await countReads(
      (db) => setPlayLimits(db, clientId, allLimits, timeZone, async () => {}),
      (db) => setPlayLimits(db, clientId, allLimits, timeZone, async () => {}),
      (db) => readPlayLimits(db, clientId, timeZone),
      (db) => expect(checkStakes(db, clientId, 100_000, timeZone)).rejects.toMatchObject({ code: 'limit_reached' }),
    );
    expect(first).toBeGreaterThan(0);
    // For a day, a week and a month; while there are few, those of other players with them.
    expect(first).toBeLessThan(10 * 200);
    expect(later).toEqual([0, 0, 0]);
    await stake(player, 100);
    expect((await limitOf(player, 'stake', 'month')).used).toBe(200 * 100 + 100);
  });

  test('stakes are counted once also by many at the same time, while stakes are placed and returned', async () => {
    const player = await createPlayer(site.owner, { dep: 10_000 });
    const doomed = await createDraw(site.owner, { closesIn: 60_000 });
    await setLimits(player, limit('stake', 'day', 9_000));
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, async (_, index) => {
        const outcome = await stake(player, 100, desk, index % 3 === 0 ? doomed : draw);
        if (index % 5 === 0) await setLimits(player, limit('stake', 'day', 9_000 - index));
        else await readPlayLimits(site.db, player.clientId, timeZone);
        return outcome;
      }),
    );
    expect(new Set(outcomes)).toEqual(new Set(['placed']));
    expect((await limitOf(player, 'stake', 'day')).used).toBe(1_500);
    await moveDraw(site.owner, doomed, { closesIn: -20_000, drawsIn: -10_000 });
    await site.owner.query(`update draw set status = 'void' where id = $1`, [doomed]);
    await site.owner.query('select list_refunds($1)', [doomed]);
    await Promise.all([
      site.owner.query('select pay_dues($1, 10)', [doomed]),
      ...Array.from({ length: 10 }, () => readPlayLimits(site.db, player.clientId, timeZone)),
    ]);
    const kept = await limitOf(player, 'stake', 'day');
    expect(kept.used).toBe(1_000);
    // A count that begins at nothing comes to the same.
    await site.owner.query('delete from stakes_counted where client_id = $1', [player.clientId]);
    expect(await limitOf(player, 'stake', 'day')).toEqual(kept);
  });
});

describe('a limit on deposits', () => {
  const codeOf = async (answer: ReturnType<Caller['deposit']>) => {
    const { status, body } = await answer;
    return status === 201 ? 'started' : (body as unknown as { code: string }).code;
  };

  test('counts deposits that are paid or may still be paid, and not failed ones', async () => {
    const player = await site.signIn();
    await setLimits(player.signedIn, limit('deposit', 'week', 2_500));
    const paid = await player.deposit();
    await site.decide(paid.body.data, 'approve');
    const declined = await player.deposit();
    await site.decide(declined.body.data, 'decline');
    // The provider tells of both by itself, a moment later.
    await expect.poll(() => limitOf(player.signedIn, 'deposit', 'week')).toMatchObject({ used: 1_000, unanswered: 0 });
    expect(await codeOf(player.deposit({ amount: 1_500 }))).toBe('started');
    expect(await codeOf(player.deposit({ amount: 100 }))).toBe('limit_reached');
    expect(await limitOf(player.signedIn, 'deposit', 'week')).toMatchObject({ used: 2_500, unanswered: 1_500 });
    expect(await limitOf(player.signedIn, 'stake', 'week')).toMatchObject({ unanswered: 0 });
  });

  test('counts expired ones, because they can still be paid, until the provider says that they failed', async () => {
    const player = await site.signIn();
    await setLimits(player.signedIn, limit('deposit', 'day', 2_000));
    const started = await Promise.all([player.deposit(), player.deposit()]);
    const expire = () =>
      site.owner.query(`update payment set status = 'expired' where client_id = $1 and status = 'pending'`, [
        player.signedIn.clientId,
      ]);
    await expire();
    expect(await limitOf(player.signedIn, 'deposit', 'day')).toMatchObject({ used: 2_000, unanswered: 2_000 });
    expect(await codeOf(player.deposit())).toBe('limit_reached');

    const [paidLate, declinedLate] = started.map(({ body }) => body.data);
    await site.decide(paidLate!, 'approve');
    await expect.poll(async () => (await player.payment(paidLate!.id)).status).toBe('succeeded');
    expect(await codeOf(player.deposit())).toBe('limit_reached');
    await site.decide(declinedLate!, 'decline');
    await expect.poll(async () => (await player.payment(declinedLate!.id)).status).toBe('failed');
    expect((await limitOf(player.signedIn, 'deposit', 'day')).used).toBe(1_000);
    expect(await codeOf(player.deposit())).toBe('started');
  });

  test('holds while expired ones are paid and others are asked for at the same time', async () => {
    const player = await site.signIn();
    await setLimits(player.signedIn, limit('deposit', 'day', 3_000));
    const started = await Promise.all([player.deposit(), player.deposit()]);
    await site.owner.query(`update payment set status = 'expired' where client_id = $1`, [player.signedIn.clientId]);
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => codeOf(player.deposit()))),
      ...started.map(({ body }) => site.decide(body.data, 'approve')),
    ]);
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'limit_reached'), 'started']);
    expect((await limitOf(player.signedIn, 'deposit', 'day')).used).toBe(3_000);
  });

  test('applies to ten deposits at the same time', async () => {
    const player = await site.signIn();
    await setLimits(player.signedIn, limit('deposit', 'day', 3_000));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => codeOf(player.deposit())));
    expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(['started', 'limit_reached']));
  });
});

describe('a break', () => {
  test.each([
    ['day', '24 hours'],
    ['week', '7 days'],
    ['month', '1 month'],
    ['exclusion', '6 months'],
  ] as const)('of a kind %s allows no deposit and lets winnings be withdrawn, for %s', async (kind, interval) => {
    const player = await site.signIn({ dep: 1_000, win: 1_000 });
    const { pausedUntil } = await beginBreak(site.db, player.signedIn.clientId, kind, timeZone);
    const [expected] = await site.owner.query<{ at: Date }>(`select now() + $1::interval as at`, [interval]);
    expect(Math.abs(Date.parse(pausedUntil!) - expected!.at.getTime())).toBeLessThan(5_000);

    expect(await stake(player.signedIn)).toBe('excluded');
    expect(await player.deposit()).toMatchObject({ status: 422, body: { code: 'excluded' } });
    expect((await player.withdraw()).status).toBe(202);

    await letPass(player.signedIn, interval);
    expect(await stake(player.signedIn)).toBe('placed');
    expect((await player.deposit()).status).toBe(201);
  });

  test('prevents staking of a deposit that is paid during it, and lets it be withdrawn', async () => {
    const player = await site.signIn({ win: 200 });
    const { data: payment } = (await player.deposit()).body;
    await beginBreak(site.db, player.signedIn.clientId, 'exclusion', timeZone);
    await site.decide(payment, 'approve');
    await expect.poll(async () => (await player.payment(payment.id)).status).toBe('succeeded');
    expect(await stake(player.signedIn)).toBe('excluded');
    expect((await player.withdraw({ amount: 1_200 })).status).toBe(202);
    expect(await readWallet(site.db, player.signedIn.clientId)).toEqual({ dep: 0, win: 0, held: 1_200 });
  });

  test('lets deposits be withdrawn: before and after it they are for play only', async () => {
    const player = await site.signIn({ dep: 1_000 });
    expect(await player.withdraw()).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
    await beginBreak(site.db, player.signedIn.clientId, 'day', timeZone);
    expect((await player.withdraw()).status).toBe(202);
    await letPass(player.signedIn, '24 hours');
    expect(await player.withdraw()).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
  });

  test('is not made shorter by another one', async () => {
    const { clientId } = await createPlayer(site.owner);
    const month = await beginBreak(site.db, clientId, 'month', timeZone);
    expect(await beginBreak(site.db, clientId, 'day', timeZone)).toEqual(month);
  });

  test('stops twenty checkouts under way, none of which is placed after it has begun', async () => {
    const player = await createPlayer(site.owner, { dep: 5_000 });
    const racing = Array.from({ length: 20 }, () => stake(player));
    await beginBreak(site.db, player.clientId, 'day', timeZone);
    const { used } = await limitOf(player, 'stake', 'day');
    const outcomes = await Promise.all(racing);
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(used / 100);
    expect(await stake(player)).toBe('excluded');
  });
});

describe('over HTTP', () => {
  let app: IdentityApp;
  let lastNumber = 8_091_010;
  beforeAll(async () => {
    // The players of the tests above have wallets without clients.
    await site.owner.query('alter table client alter column id restart with 1000000');
    app = await startIdentityApp({ database: site });
    registerPlayLimitRoutes(app.http, app.identity, timeZone);
  });
  afterAll(() => app.stop());

  const takeBreak = (body: object, jwt: string) => app.call('POST', '/clients/breaks', body, jwt);
  const readLimits = async (jwt: string) =>
    (await app.call('GET', '/clients/limits', undefined, jwt)).json<{ data: PlayLimits }>().data;
  const limitsOf = ({ limits }: PlayLimits) => limits.map(({ amount }) => amount);
  const isHere = async (jwt: string) => (await app.call('GET', '/users/me', undefined, jwt)).statusCode === 200;

  async function signUp() {
    const account = registrationOf(`+22507${String(++lastNumber).padStart(8, '0')}`);
    const answer = await app.call('POST', '/clients/auth/local/register', account);
    const { jwt, user } = answer.json<{ jwt: string; user: User }>();
    return { ...account, jwt, clientId: user.id };
  }

  async function signUpAndConfirm() {
    const account = await signUp();
    const body = { code: await app.readCode(account.phone) };
    await app.call('POST', '/clients/otp/firebase/callback', body, account.jwt);
    return account;
  }

  test('limits are set and read', async () => {
    const { jwt } = await signUp();
    const wanted = { limits: [limit('stake', 'day', 500), limit('deposit', 'month', 20_000)] };
    const set = await app.call('PUT', '/clients/limits', wanted, jwt);
    expect(set.statusCode).toBe(200);
    expect(limitsOf(set.json<{ data: PlayLimits }>().data)).toEqual([null, null, 20_000, 500, null, null]);
    expect(await readLimits(jwt)).toEqual(set.json<{ data: PlayLimits }>().data);
    const low = await app.call('PUT', '/clients/limits', { limits: [limit('stake', 'day', 99)] }, jwt);
    expect(low.statusCode).toBe(400);
    expect((await app.call('GET', '/clients/limits')).statusCode).toBe(401);

    const many = Array.from({ length: 30 }, () => app.call('PUT', '/clients/limits', wanted, jwt));
    const answers = (await Promise.all(many)).map(({ statusCode }) => statusCode);
    expect(answers.filter((status) => status === 200)).toHaveLength(29);
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
  });

  test('an exclusion needs the password, ends every session, and signing in again works', async () => {
    const { jwt, phone, password } = await signUpAndConfirm();
    const kind = 'exclusion';

    const bare = await takeBreak({ kind }, jwt);
    expect(bare.statusCode).toBe(403);
    expect(bare.json()).toMatchObject({ code: 'proof_needed', methods: ['password'], level: 'fresh' });
    const wrong = await takeBreak({ kind, currentPassword: 'a guess' }, jwt);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ code: 'wrong_password', errors: [{ path: 'currentPassword' }] });
    expect(await isHere(jwt)).toBe(true);
    expect((await readLimits(jwt)).pausedUntil).toBeNull();

    expect((await takeBreak({ kind, currentPassword: password }, jwt)).statusCode).toBe(201);
    expect(await isHere(jwt)).toBe(false);
    const again = await app.call('POST', '/clients/auth/local', { identifier: phone, password });
    expect((await readLimits(again.json<{ jwt: string }>().jwt)).pausedUntil).toEqual(expect.any(String));
  });

  test('a client with an unproven phone cannot take a break with it', async () => {
    const { jwt, password } = await signUp();
    const response = await takeBreak({ kind: 'exclusion', currentPassword: password }, jwt);
    expect(response.statusCode).toBe(422);
    expect(response.json<{ code: string }>().code).toBe('phone_unconfirmed');
    expect(await isHere(jwt)).toBe(true);
    expect((await readLimits(jwt)).pausedUntil).toBeNull();
  });

  test('a stranger’s account on a phone does not stop its owner from playing', async () => {
    const stranger = await signUp();
    await app.call('PUT', '/clients/limits', { limits: [limit('stake', 'day', 100)] }, stranger.jwt);
    // This was possible before a break needed the password and a proven phone.
    await beginBreak(site.db, stranger.clientId, 'exclusion', timeZone);

    const answer = await app.call('POST', '/clients/auth/local/register', registrationOf(stranger.phone));
    const owner = answer.json<{ jwt: string; user: User }>();
    expect(owner.user.id).not.toBe(stranger.clientId);
    const body = { code: await app.readCode(stranger.phone) };
    expect((await app.call('POST', '/clients/otp/firebase/callback', body, owner.jwt)).statusCode).toBe(200);
    const limits = await readLimits(owner.jwt);
    expect(limits.pausedUntil).toBeNull();
    expect(limitsOf(limits)).toEqual([null, null, null, null, null, null]);
  });

  test('a client who takes over a stranger’s account by the phone keeps no earlier limit or break', async () => {
    const stranger = await signUp();
    await app.call('PUT', '/clients/limits', { limits: [limit('stake', 'day', 100)] }, stranger.jwt);
    await beginBreak(site.db, stranger.clientId, 'exclusion', timeZone);

    await app.call('POST', '/clients/auth/forgot-password', { phone: stranger.phone });
    const password = 'another good one';
    const body = { phone: stranger.phone, code: await app.readCode(stranger.phone) };
    const passwords = { password, passwordConfirmation: password };
    const reset = await app.call('POST', '/clients/otp/reset-password', { ...body, ...passwords });
    const { jwt, user } = reset.json<{ jwt: string; user: User }>();
    expect(user).toMatchObject({ id: stranger.clientId, confirmed: true });
    const limits = await readLimits(jwt);
    expect(limits.pausedUntil).toBeNull();
    expect(limitsOf(limits)).toEqual([null, null, null, null, null, null]);
    const [wallet] = await site.owner.query('select stakes_left from wallet where client_id = $1', [user.id]);
    expect(wallet).toEqual({ stakes_left: null });

    // From now on what the client sets is history.
    expect((await takeBreak({ kind: 'exclusion', currentPassword: password }, jwt)).statusCode).toBe(201);
    await expect(site.db.query('select void_play_limits($1)', [user.id])).rejects.toThrow('proven phone');
    await expect(site.owner.query('delete from play_break where client_id = $1', [user.id])).rejects.toThrow(
      'history never changes',
    );
  });
});
