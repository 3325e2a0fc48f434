import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience, testMs } from '#tests/support/patience.ts';
import { randomWords } from '#domain/fair-draw/stream.ts';
import { checkHistory } from './check.ts';
import {
  createPlayer,
  newPayment,
  readBalance,
  readBets,
  readPayments,
  readStatement,
  readWholeStatement,
  sendCheckout,
  sendPayment,
  type Checkout,
  type Event,
  type Player,
} from './record.ts';
import { startLongRunSite, type LongRunSite } from '#tests/support/site/long-run-site.ts';
import { chooseSeed } from '#tests/support/long-run.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { bytesNamed } from '#tests/support/draws/fair-draw.ts';
import {
  addFunds,
  balanceOf,
  betsOf,
  createOutsider,
  signUp,
  ticketFor,
  waitFor,
} from '#tests/support/players/outsider.ts';
import { createDraws } from '#tests/support/players/play.ts';

const accounts = 8;
/** The tasks on one account at the same time: one reads while the others move its money. */
const movers = 3;
const readers = 1;
/** Repeats the sequence of each client; the interleaving of the clients, and so the end of a run, depends on the machine. */
const seed = chooseSeed();
/** They are closed, drawn and settled one after the other, while bets are placed on them. */
const draws = 5;
const drawnAfterCloseMs = 1_500;

let site: LongRunSite;
let drawsOnSale: { readonly id: string; readonly closesAt: number }[];
beforeAll(async () => {
  // On a busy machine a draw may miss its moment: then it is tried again, and void.
  site = await startLongRunSite(
    {},
    { expectsError: (line) => /is sealed too late|cannot be sealed like that/.test(line) },
  );
});
afterAll(() => site.close());

export function playAtOnce(seconds: number): void {
  const runMs = seconds * 1_000;
  test(
    `${accounts * (movers + readers)} clients do everything at once, and every answer fits one order of events (seed ${seed})`,
    { timeout: testMs + patience(runMs) },
    async () => {
      console.log(`npm run test:long -- concurrency --seconds ${seconds} --seed ${seed}`);
      const players: Player[] = [];
      for (let index = 0; index < accounts; index++) {
        const outsider = createOutsider(site.url);
        // The sandbox refuses to pay a phone that ends in 00: such an account's withdrawals are returned.
        const account = await signUp(outsider, index % 2 === 0 ? '22' : '00');
        // Few enough that stakes soon meet an empty balance, however slow the machine is.
        await addFunds(outsider, account, 10_000);
        players.push(createPlayer(outsider, account));
      }

      const startedAt = performance.now();
      const until = startedAt + runMs;
      const closings = Array.from({ length: draws }, (_, index) => Math.round((runMs * (index + 1)) / draws));
      const drawIds = await createDraws(
        site.database.owner,
        closings.map((closesIn) => ({ closesIn, drawsIn: closesIn + drawnAfterCloseMs })),
      );
      drawsOnSale = drawIds.map((id, index) => ({ id, closesAt: startedAt + closings[index]! }));
      const crowd = players.flatMap((player, account) => [
        ...Array.from({ length: movers }, (_, client) =>
          repeat(moveMoney, player, `${account} mover ${client}`, until),
        ),
        ...Array.from({ length: readers }, (_, client) => repeat(read, player, `${account} reader ${client}`, until)),
      ]);
      await Promise.all(crowd);
      for (const player of players) await waitFor(() => isAllDecided(player), 'the end of the payments');
      await waitFor(() => areFinished(drawIds), 'the end of the draws');

      expect(await site.database.owner.query('select * from operation_flag')).toEqual([]);
      for (const player of players) {
        expect(unexpectedAnswers(player)).toEqual([]);
        const final = {
          ...(await balanceOf(player.outsider)),
          statement: await readWholeStatement(player),
          bets: await betsOf(player.outsider),
        };
        expect(checkHistory(player, final)).toEqual([]);
      }
      await expectBooksBalance(site.database.owner);
      expect(await countDeadlocks()).toBe(0);
      expectSomethingHappened(players);
    },
  );
}

/** A bet that met a deadlock is tried again, so no answer shows it. */
async function countDeadlocks(): Promise<number> {
  const [row] = await site.database.owner.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return row!.deadlocks;
}

/** Returns a whole number from 0 to below the bound. */
type Choose = (bound: number) => number;

/**
 * Runs one client's calls, one after the other. Each call has random choices of its own, so that the same seed gives the
 * same choices whatever happened to earlier calls.
 */
async function repeat(
  act: (player: Player, choose: Choose) => Promise<unknown>,
  player: Player,
  client: string,
  until: number,
): Promise<void> {
  for (let step = 0; performance.now() < until; step++) {
    const nextWord = randomWords(bytesNamed(`${seed} ${client} ${step}`));
    await act(player, (bound) => nextWord() % bound);
  }
}

async function moveMoney(player: Player, choose: Choose): Promise<void> {
  const die = choose(100);
  if (die < 45) await bet(player, choose);
  else if (die < 75) await betAgain(player, choose);
  else if (die < 82) await addFundsAgain(player, choose);
  else if (die < 92) await withdraw(player, choose);
  else await readBalance(player);
}

async function read(player: Player, choose: Choose): Promise<void> {
  const reads = [readBalance, readStatement, readBets, readPayments];
  await reads[choose(reads.length)]!(player);
}

async function bet(player: Player, choose: Choose): Promise<void> {
  // For a moment they still bet on a draw that closed, and are refused.
  const open = drawsOnSale.filter(({ closesAt }) => closesAt > performance.now() - 200);
  const tickets = Array.from({ length: 1 + choose(3) }, () => {
    const draw = open[choose(Math.max(open.length, 1))] ?? drawsOnSale[0]!;
    return ticketFor(draw, 'IziABC', String(1 + choose(9)), (1 + choose(7)) * 100);
  });
  const checkout: Checkout = { tickets, sends: [] };
  player.checkouts.push(checkout);
  await sendCheckout(player, checkout);
}

/** Sends one checkout again, which was answered long ago or is being processed. */
async function betAgain(player: Player, choose: Choose): Promise<void> {
  const recent = player.checkouts.slice(-6);
  const checkout = recent[choose(Math.max(recent.length, 1))];
  if (checkout) await sendCheckout(player, checkout);
}

async function addFundsAgain(player: Player, choose: Choose): Promise<void> {
  const started = newPayment('deposit', 500 * (1 + choose(4)));
  player.payments.push(started);
  const outcome = choose(4) === 0 ? 'decline' : 'approve';
  const [payment] = await Promise.all([sendPayment(player, started), sendPayment(player, started)]);
  if (payment?.redirectUrl == null) return;
  await fetch(payment.redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
}

async function withdraw(player: Player, choose: Choose): Promise<void> {
  const started = newPayment('withdrawal', 500 + 5 * choose(200));
  player.payments.push(started);
  await sendPayment(player, started);
  if (choose(3) === 0) await sendPayment(player, started);
}

async function areFinished(drawIds: readonly string[]): Promise<boolean> {
  const unfinished = await site.database.owner.query('select from draw where id = any ($1) and finished_at is null', [
    drawIds,
  ]);
  return unfinished.length === 0;
}

async function isAllDecided(player: Player): Promise<boolean> {
  await readPayments(player);
  const open = ['created', 'processing', 'unknown'];
  return player.paymentLists.at(-1)!.payments.every(({ status }) => !open.includes(status));
}

/** `overloaded` happens when the machine stalls: then the checkout was not tried. */
const expectedRefusals = ['insufficient_funds', 'draw_closed', 'amount_out_of_range', 'overloaded'];

function unexpectedAnswers({ checkouts, payments, balances, statements, bets, paymentLists }: Player) {
  const writes: Event[] = [...checkouts.flatMap(({ sends }) => sends), ...payments.flatMap(({ sends }) => sends)];
  const reads = [...balances, ...statements, ...bets, ...paymentLists];
  return [
    ...writes.filter(({ code }) => code !== null && !expectedRefusals.includes(code)),
    ...reads.filter(({ status }) => status !== 200),
  ];
}

function expectSomethingHappened(players: readonly Player[]): void {
  const count = (of: (player: Player) => number) => players.reduce((sum, player) => sum + of(player), 0);
  const placed = count(
    ({ checkouts }) => checkouts.filter(({ sends }) => sends.some((one) => one.status === 201)).length,
  );
  const again = count(({ checkouts }) => checkouts.filter(({ sends }) => sends.length > 1).length);
  const refused = count(({ checkouts }) => checkouts.flatMap(({ sends }) => sends).filter((one) => one.code).length);
  const reads = count(({ balances, statements, bets }) => balances.length + statements.length + bets.length);
  console.log(`${placed} checkouts placed, ${again} sent again, ${refused} answers refused them, ${reads} reads`);
  // A slow machine makes few of each in the same time.
  for (const number of [placed, again, refused, reads]) expect(number).toBeGreaterThan(0);
}
