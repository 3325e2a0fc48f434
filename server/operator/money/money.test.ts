import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilPasses } from '#tests/support/until-passes.ts';
import { keepSums } from '#server/reconciliation/kept-sums.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { passLimitMs, startReconciliation } from '#server/reconciliation/worker.ts';
import { createLog } from '#server/http/log.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { drawDueDraw } from '#server/draws/life/draw-numbers.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import { changeHistory, createDraw, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';
import { startPaymentDesk, type PaymentDesk } from '#tests/support/operator/payment-desk.ts';
import type { SignedInOperator } from '#tests/support/operator/sign-in.ts';

let desk: PaymentDesk;
let paying: SignedInOperator;
let compliance: SignedInOperator;
let auditor: SignedInOperator;

beforeAll(async () => {
  desk = await startPaymentDesk();
  [paying, compliance, auditor] = await Promise.all([
    desk.operator('payments'),
    desk.operator('compliance'),
    desk.operator('auditor'),
  ]);
});
afterAll(() => desk.close());

const because = { reason: 'Looked into it.' };
const goOn = { kind: 'let_withdrawals_go_on', reason: 'The books are right again.' };
const get = async (path: string, operator = auditor) => {
  const answer = await operator.get(path);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json().data;
};

/** A pass over the books, and the sums up to where it has seen everything. Sessions of the test make it look a little back. */
async function keepAll(): Promise<void> {
  await reconcile(desk.owner, 'full');
  await changeHistory(desk.owner, `update reconciliation_pass set next_since = clock_timestamp()`, []);
  while (await keepSums(desk.worker, 'Africa/Abidjan'));
}

/** Everything that moves money once: a deposit, a bet, a draw, a withdrawal. */
async function play(): Promise<{ drawId: string }> {
  const play = await openDesk(desk);
  const awa = await desk.signIn({ dep: 3_000, win: 2_000 });
  const { data } = (await awa.deposit({ amount: 1_000 })).body;
  await desk.decide(data, 'approve');
  await untilPasses(async () => expect((await awa.payment(data.id)).status).toBe('succeeded'));
  const drawId = await createDraw(desk.owner, { closesIn: 60_000 });
  // One bet on every number, so that one of them wins.
  await placeBets(
    play,
    awa.signedIn,
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((number) => newTicket(drawId, { selectedNumbers: [number] })),
  );
  play.clock.stop();
  await moveDraw(desk.owner, drawId, { closesIn: 0, drawsIn: 60_000 });
  const advance = async () =>
    (await closeDueDraw(desk.worker)) ||
    (await sealDueDraw(desk.worker, testKeys)) ||
    (await drawDueDraw(desk.worker, testKeys));
  while (await advance());
  await moveDraw(desk.owner, drawId, { closesIn: 0, drawsIn: 1 });
  await untilPasses(async () => expect(await advance()).toBe(true));
  while (await settleDueDraw(desk.worker, 300));
  const withdrawn = (await awa.withdraw({ amount: 500 })).body.data.id;
  // A posting on its way would come after the sums say that they have everything.
  await untilPasses(async () => {
    await desk.sweep();
    expect((await awa.payment(withdrawn)).status).toBe('paid');
  });
  return { drawId };
}

describe('sums', () => {
  test('equal those of the postings, at every account, and every posting counts once however many keep the sums', async () => {
    await play();
    await reconcile(desk.owner, 'full');
    await changeHistory(
      desk.owner,
      `update reconciliation_pass set next_since = clock_timestamp() - interval '1 second'`,
      [],
    );
    await Promise.all(Array.from({ length: 4 }, () => keepSums(desk.worker, 'Africa/Abidjan')));
    await play();
    await keepAll();
    const { accounts, owedToPlayers, at } = await get('/money/accounts');
    const sums = await desk.owner.query<{ account: string; balance: number }>(
      `select account::text, sum(balance)::float8 as balance from account_balance group by account`,
    );
    const kept = Map.groupBy(accounts as { account: string; balance: number }[], ({ account }) => account);
    for (const { account, balance } of sums) {
      expect([account, kept.get(account)!.reduce((sum, one) => sum + one.balance, 0)]).toEqual([account, balance]);
    }
    expect(at).toBe((await get('/money/books')).sumsUntil);
    const [wallets] = await desk.owner.query<{ sum: number }>(
      'select sum(dep + win + held - owed)::float8 as sum from wallet',
    );
    const stakes = sums.find(({ account }) => account === 'draw_stakes')?.balance ?? 0;
    expect(owedToPlayers).toBe(wallets!.sum + stakes);
    // A pass over everything holds the sums to the postings.
    expect((await reconcile(desk.owner, 'full')).mismatches).toEqual([]);
    await desk.owner.query(`update account_hour set amount = amount + 1 where kind = 'bet'`);
    const wrong = await reconcile(desk.owner, 'full');
    expect(wrong.mismatches).toMatchObject([{ check: 'kept_sum' }]);
    await desk.owner.query(`update account_hour set amount = amount - 1 where kind = 'bet'`);
    await desk.owner.query(`delete from operation_flag; update mismatch set closed_at = now()`);
  });

  test('open the hours, and an hour opens its postings, page by page and as a file', async () => {
    await keepAll();
    const hour = new Date();
    hour.setUTCMinutes(0, 0, 0);
    const [from, to] = [hour.toISOString(), new Date(hour.getTime() + 3_600_000).toISOString()];
    const { movements } = await get(`/money/movements?from=${from}&to=${to}&unit=hour&account=draw_stakes`);
    const bets = movements.filter(({ kind, fromAccount }: never) => kind === 'bet' && fromAccount === 'client_dep');
    expect(bets).toHaveLength(1);
    const query = `from=${from}&to=${to}&kind=bet&fromAccount=client_dep`;
    const seen: { id: number; amount: number }[] = [];
    for (let cursor = ''; ;) {
      const page = (await auditor.get(`/money/postings?${query}&limit=1${cursor}`)).json();
      seen.push(...page.data);
      if (page.meta.next === null) break;
      cursor = `&cursor=${page.meta.next}`;
    }
    expect(seen).toHaveLength(bets[0].postings);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.reduce((sum, { amount }) => sum + amount, 0)).toBe(bets[0].amount);
    const file = await auditor.get(`/money/postings?${query}&as=csv`);
    expect(file.body.trim().split('\r\n')).toHaveLength(seen.length + 1);
    expect(
      (await auditor.get(`/money/postings?from=${from}&to=${new Date(hour.getTime() + 3_700_000).toISOString()}`))
        .statusCode,
    ).toBe(400);
    expect((await auditor.get(`/money/accounts?at=${new Date(hour.getTime() + 1).toISOString()}`)).statusCode).toBe(
      400,
    );
    // Before the first posting there was nothing.
    const before = await get('/money/accounts?at=2020-01-01T00:00:00Z');
    expect(before.accounts).toEqual([]);
  });

  test('sums of draws are their stakes and payouts by bet type, and open the draws', async () => {
    await untilDayLasts();
    const { drawId } = await play();
    await keepAll();
    expect((await reconcile(desk.owner, 'full')).mismatches).toEqual([]);
    const day = new Date().toISOString().slice(0, 10);
    const figures = await get(`/money/figures?from=${day}&to=${day}`);
    const [sums] = await desk.owner.query<{ stakes: number; payouts: number }>(
      `select sum(amount) filter (where kind = 'stakes_banked')::float8 as stakes,
         sum(amount) filter (where kind = 'payout')::float8 as payouts from posting`,
    );
    const total = (name: 'stakes' | 'payouts' | 'ggr') =>
      figures.reduce((sum: number, figure: Record<string, number>) => sum + figure[name]!, 0);
    expect([total('stakes'), total('payouts'), total('ggr')]).toEqual([
      sums!.stakes,
      sums!.payouts,
      sums!.stakes - sums!.payouts,
    ]);
    const one = figures[0];
    const draws = await get(`/money/figures/draws?from=${one.from}&to=${one.to}&betType=${one.betType}&limit=100`);
    expect(draws.map((draw: { drawId: string }) => draw.drawId)).toContain(drawId);
    expect(draws.reduce((sum: number, { stakes }: { stakes: number }) => sum + stakes, 0)).toBe(one.stakes);
    const draw = await desk.operator('draws');
    expect((await draw.get(`/money/figures?from=${day}&to=${day}`)).statusCode).toBe(200);
    expect((await draw.get('/money/accounts')).statusCode).toBe(403);
    expect((await auditor.get(`/money/figures?from=${day}&to=${day}&as=csv`)).body).toContain('ggr');
  });
});

describe('withdrawals', () => {
  beforeEach(async () => {
    await desk.owner.query(`delete from operation_flag; delete from reconciliation_pass`);
  });

  test('are stopped by one at once, and resumed by two after a full pass that finds nothing', async () => {
    const awa = await desk.signIn({ win: 5_000 });
    expect((await paying.post('/money/stop-withdrawals', because)).json().data.outcome).toBe('stopped');
    expect((await compliance.post('/money/stop-withdrawals', because)).json().data.outcome).toBe('stopped_before');
    expect((await awa.withdraw()).status).toBe(503);
    expect((await get('/money/books')).stopped).toMatchObject({ because: because.reason, by: paying.name });

    expect((await paying.post('/requests', goOn)).json().code).toBe('conflict');
    await reconcile(desk.owner, 'recent');
    await desk.owner.query(`update reconciliation_pass set scope = 'recent'`);
    expect((await paying.post('/requests', goOn)).statusCode).toBe(409);
    await reconcile(desk.owner, 'full');
    expect((await compliance.post('/requests', goOn)).statusCode).toBe(403);
    const request = (await paying.post('/requests', goOn)).json().data.id;
    await desk.work();
    expect((await get('/money/books')).stopped).not.toBeNull();
    expect((await desk.approve(request, compliance)).status).toBe('done');
    expect((await get('/money/books')).stopped).toBeNull();
    expect((await awa.withdraw()).status).toBe(202);
  });

  test('stay stopped if something was found after the request', async () => {
    await paying.post('/money/stop-withdrawals', because);
    await reconcile(desk.owner, 'full');
    const request = (await paying.post('/requests', goOn)).json().data.id;
    await compliance.post(`/requests/${request}/decision`, { decision: 'approve', ...because });
    await desk.owner.query(
      `insert into mismatch (check_name, subject, subject_id, detail) values ('wallet', 'account', '1', '{"dep": 1, "dep_posted": 0}')`,
    );
    await desk.work();
    expect((await desk.ended(request)).status).toBe('failed');
    expect((await get('/money/books')).stopped).not.toBeNull();
    expect(await get('/money/mismatches?open=true')).toMatchObject([
      { check: 'wallet', subjectId: '1', detail: { dep: 1, dep_posted: 0 } },
    ]);
    await desk.owner.query('update mismatch set closed_at = now() where closed_at is null');
  });

  test('withdrawals in production are not resumed by one operator, who cannot make an adjustment either', async () => {
    await desk.owner.query(`insert into operation_flag (name, reason) values ('withdrawals_stopped', 'a test')`);
    await reconcile(desk.owner, 'full');
    await desk.owner
      .transact(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query(`update site_mode set mode = 'production'`);
        await expect(tx.query('select resume_withdrawals()')).rejects.toThrow('takes two operators');
        throw new Error('back');
      })
      .catch(() => {});
    await desk.owner
      .transact(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query(`update site_mode set mode = 'production'`);
        await expect(
          tx.query(`select post_adjustment(1, gen_random_uuid(), 'adjustment', 'client_dep', 5)`),
        ).rejects.toThrow('takes two operators');
        throw new Error('back');
      })
      .catch(() => {});
    await desk.owner.query('delete from operation_flag');
  });

  test('a full pass that an operator asks for begins at the worker’s next turn, and runs once', async () => {
    await reconcile(desk.owner, 'full');
    const [before] = await desk.owner.query<{ at: Date }>(
      `select finished_at as at from reconciliation_pass where scope = 'full'`,
    );
    expect((await compliance.post('/money/full-pass')).statusCode).toBe(202);
    expect((await get('/money/books')).fullWantedAt).not.toBeNull();
    const worker = startReconciliation(desk.worker, createLog('silent'), passLimitMs);
    await untilPasses(async () => expect((await get('/money/books')).fullWantedAt).toBeNull());
    await worker.stop();
    const [after] = await desk.owner.query<{ at: Date }>(
      `select finished_at as at from reconciliation_pass where scope = 'full'`,
    );
    expect(after!.at.getTime()).toBeGreaterThan(before!.at.getTime());
  });
});

test('the bank’s figure is entered by hand, corrected by another row, and audited with its author', async () => {
  const figure = { day: '2026-11-20', account: 'SGBCI main', amount: 8_214_500 };
  expect((await paying.post('/money/bank-figures', figure)).statusCode).toBe(201);
  expect((await compliance.post('/money/bank-figures', { ...figure, amount: 8_214_600 })).statusCode).toBe(201);
  expect((await auditor.post('/money/bank-figures', figure)).statusCode).toBe(403);
  expect(await get('/money/bank-figures')).toMatchObject([
    { day: '2026-11-20', account: 'SGBCI main', amount: 8_214_600, typedBy: compliance.name, corrections: 1 },
  ]);
  const lines = await desk.owner.query(`select act from console.audit where subject = 'bank SGBCI main'`);
  expect(lines).toHaveLength(2);
  await expect(desk.owner.query('update console.bank_figure set amount = 0')).rejects.toThrow('never changes');
});
