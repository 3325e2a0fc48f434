import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitMs } from '#tests/support/patience.ts';
import type { Ticket } from '#contract/bets.ts';
import { betTypes } from '#domain/bet-types.ts';
import { payoutOf } from '#domain/outcome.ts';
import {
  addFunds,
  balanceOf,
  betsOf,
  createOutsider,
  openDraws,
  paymentBody,
  paymentStatus,
  signUp,
  ticketFor,
  waitFor,
  type Account,
  type Outsider,
} from './support/players/outsider.ts';
import { createDataFolder, fewDraws, startServer, type ServerProcess } from './support/site/server.ts';

let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;

beforeAll(async () => {
  data = await createDataFolder();
  server = await startServer(data.folder, fewDraws);
});
afterAll(async () => {
  await server.end('SIGINT');
  await data.remove();
});

describe('the whole story, over the API alone', () => {
  let player: Outsider;
  let account: Account;
  let tickets: Ticket[];
  /** The events of the stream from before the draw until it is settled. */
  let heard: Promise<string[]>;

  test('a visitor signs up, confirms the phone and adds funds', async () => {
    player = createOutsider(server.url);
    account = await signUp(player);
    expect(await balanceOf(player)).toEqual({ dep: 0, win: 0 });
    await addFunds(player, account, 20_000);
    expect(await balanceOf(player)).toEqual({ dep: 20_000, win: 0 });
  });

  test('places a ticket of each bet type, with all nine numbers on IziOne so that one must win', async () => {
    const [draw] = await openDraws(player, 15_000);
    heard = listenUntilSettled(server.url, draw!.id);
    const basket = [
      ticketFor(draw!, 'IziOrder', '491728536', 300),
      ticketFor(draw!, 'IziTwo', '49', 100),
      ticketFor(draw!, 'IziABC', '4', 200),
      ticketFor(draw!, 'Izi2x', '123', 300),
      ticketFor(draw!, 'Izi3x', '789', 400),
      ...'123456789'.split('').map((number) => ticketFor(draw!, 'IziOne', number, 500)),
    ];
    const placed = await player.call('/bets', { body: { tickets: basket } });
    expect(placed.status, placed.text).toBe(201);
    tickets = placed.json.data;
    const staked = basket.reduce((sum, ticket) => sum + ticket.betAmount, 0);
    expect(placed.json.meta.balance).toBe(20_000 - staked);
    expect(tickets.map((ticket) => ticket.id)).toEqual(basket.map((ticket) => ticket.id));
    expect(tickets.every((ticket) => ticket.status === 'pending' && ticket.fullDate === draw!.fullDate)).toBe(true);
  });

  test('sees the draw, and winnings to the franc', async () => {
    const drawId = tickets[0]!.drawId;
    await waitFor(
      async () => (await player.call(`/draws/${drawId}`)).json.data.status === 'settled',
      'the settled draw',
    );
    const { result } = (await player.call(`/draws/${drawId}`)).json.data as { result: string[] };
    expect(result.toSorted()).toEqual('123456789'.split(''));
    const results = (await player.call('/results')).json.data;
    expect(results.find((one: { id: string }) => one.id === drawId).result).toEqual(result);

    let won = 0;
    for (const ticket of await betsOf(player)) {
      const numbers = ticket.selectedNumbers.map(Number);
      const payout = payoutOf(betTypes[ticket.name], numbers, ticket.betAmount, result.map(Number));
      expect(ticket).toMatchObject({ payout, status: payout > 0 ? 'win' : 'lost', result });
      expect(ticket.places).toHaveLength(numbers.length);
      won += payout;
    }
    expect(won).toBeGreaterThanOrEqual(3_000);
    expect(await balanceOf(player)).toEqual({ dep: 20_000 - 5_800, win: won });
    // Nobody else has played.
    const winning = (await betsOf(player)).filter(({ status }) => status === 'win').length;
    const settled = (await player.call('/results')).json.data;
    expect(settled.find((one: { id: string }) => one.id === drawId).paidTickets).toBe(winning);
  });

  test('withdraws winnings to the confirmed phone', async () => {
    const before = await balanceOf(player);
    const asked = await player.call('/clients/withdraw', {
      body: paymentBody(account, 1_000),
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(asked.status, asked.text).toBe(202);
    expect(await balanceOf(player)).toEqual({ ...before, win: before.win - 1_000 });
    await waitFor(async () => (await paymentStatus(player, asked.json.data.id)) === 'paid', 'the withdrawal');
    expect(await balanceOf(player)).toEqual({ ...before, win: before.win - 1_000 });
  });

  test('reads everything in the statement, whose lines add up, and as CSV', async () => {
    const { data: lines } = (await player.call('/clients/transactions?limit=100')).json;
    const { dep, win } = await balanceOf(player);
    expect(lines[0]).toMatchObject({ kind: 'withdrawal', wallet: 'win', amount: -1_000, dep, win });
    expect(lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(dep + win);
    expect(lines.find(({ kind }: { kind: string }) => kind === 'bet').ticket).toEqual({
      name: 'IziOne',
      selectedNumbers: ['9'],
      betAmount: 500,
    });
    const { data: sums } = (await player.call('/clients/transactions/sums')).json;
    const won = lines.filter(({ kind }: { kind: string }) => kind === 'payout');
    expect(sums).toMatchObject({ deposited: 20_000, staked: 5_800, tickets: 14, withdrawn: 1_000, opening: 0 });
    expect(sums).toMatchObject({ result: sums.won - 5_800, closing: dep + win });
    expect(sums.won).toBe(won.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0));
    const csv = await player.call('/clients/transactions', { headers: { accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const rows = csv.text.trimEnd().split('\r\n');
    expect(rows).toHaveLength(lines.length + 1);
    expect(rows[1]).toContain(',"deposit","dep",20000,20000,0,');
  });

  test('received the draw’s events on the stream as they happened', async () => {
    const [first, ...others] = await heard;
    expect(first).toBe('clock');
    expect(others.filter((event) => event !== 'clock')).toEqual(['draw.sealed', 'draw.drawn', 'draw.settled']);
  });
});

/** The events of the public stream that are about this draw or only about the time, in their order. */
async function listenUntilSettled(url: string, drawId: string): Promise<string[]> {
  const response = await fetch(`${url}/api/stream`, { signal: AbortSignal.timeout(waitMs) });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: string[] = [];
  let unread = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (unread + chunk).split('\n\n');
    unread = blocks.pop()!;
    for (const block of blocks) {
      const [, event, data] = /^event: (.+)\ndata: (.+)$/m.exec(block) ?? [];
      if (event === 'clock' || (data && JSON.parse(data).id === drawId)) events.push(event!);
      if (event === 'draw.settled' && events.at(-1) === event) return events;
    }
  }
  throw new Error(`the stream ended after ${events.join(', ')}`);
}

test('Ctrl-C stops cleanly, and the next start has all data', async () => {
  const player = createOutsider(server.url);
  const account = await signUp(player);
  await addFunds(player, account, 5_000);
  const exit = new Promise((resolve) => server.child.once('exit', (code) => resolve(code)));
  await server.end('SIGINT');
  expect(await exit).toBe(0);
  server = await startServer(data.folder, fewDraws);
  player.url = server.url;
  expect(await balanceOf(player)).toEqual({ dep: 5_000, win: 0 });
});
