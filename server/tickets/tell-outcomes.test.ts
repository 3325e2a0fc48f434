import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { changeHistory, createDraw, drawWithResult, newTicket, readClock } from '#tests/support/players/play.ts';
import { addFunds, balanceOf, createOutsider, signUp, type Outsider } from '#tests/support/players/outsider.ts';
import { openClientStream } from '#contract/client-stream.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { expectEvents } from '#tests/support/site/expect-events.ts';

let site: TestApp;

beforeAll(async () => {
  // The tests settle draws themselves.
  site = await startApp({ RATE_LIMIT_SCALE: '1000', ROLES: 'web' });
});
afterAll(() => site.close());

async function join(): Promise<Outsider> {
  const client = createOutsider(site.url);
  await addFunds(client, await signUp(client), 10_000);
  return client;
}

/** A page's stream, with the outcomes that it has heard. */
async function listen({ token }: Outsider) {
  const abort = new AbortController();
  const response = await fetch(`${site.url}/api/clients/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const page = { heard: '', outcomes: () => outcomesIn(page.heard), stop: () => abort.abort() };
  const read = async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) page.heard += text;
  };
  void read().catch(() => {});
  return page;
}

// oxlint-disable-next-line no-explicit-any -- what an event holds is what the test finds out
const outcomesIn = (text: string): any[] =>
  Array.from(text.matchAll(/^event: outcome\ndata: (.+)$/gm), ([, data]) => JSON.parse(data!));

const result = [4, 9, 1, 7, 2, 8, 5, 3, 6];

async function place(client: Outsider, drawId: string, ...numbers: string[]) {
  const tickets = numbers.map((number) => newTicket(drawId, { selectedNumbers: [number], betAmount: 100 }));
  const placed = await client.call('/bets', { body: { tickets } });
  expect(placed.status, placed.text).toBe(201);
  return tickets.map(({ id }) => id);
}

async function finish(drawId: string) {
  await drawWithResult(site.database.owner, drawId, result);
  while (await settleDueDraw(site.database.worker));
}

test('each page hears how the tickets of its own client ended and what is in the wallets, and no other page does', async () => {
  const [awa, kofi, idle] = [await join(), await join(), await join()];
  const drawId = await createDraw(site.database.owner, { closesIn: 600_000 });
  const [won, lost] = await place(awa, drawId, '4', '5');
  const [other] = await place(kofi, drawId, '9');
  const pages = await Promise.all([awa, awa, kofi, idle].map(listen));
  await finish(drawId);
  const [draw] = await site.database.owner.query<{ at: Date }>('select finished_at as at from draw where id = $1', [
    drawId,
  ]);
  const finishedAt = draw!.at.getTime();
  for (const [index, client] of [awa, awa, kofi].entries()) {
    const page = pages[index]!;
    await expect.poll(() => page.outcomes()).toHaveLength(1);
    expectEvents(openClientStream, page.heard);
    const [{ tickets, balance, at, ...rest }] = page.outcomes();
    expect(rest).toEqual({ drawId });
    // A page trusts this balance over its own only where its own came before.
    expect(Date.parse(at)).toBeGreaterThanOrEqual(finishedAt);
    expect(Date.parse(at)).toBeLessThanOrEqual(await readClock(site.database.owner));
    // To the franc what a page would have been answered, had it asked.
    expect(balance).toEqual(await balanceOf(client));
    expect(tickets.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      (client === awa ? [won, lost] : [other]).toSorted(),
    );
    for (const ticket of tickets) expect((await client.call(`/bets/${ticket.id}`)).json.data).toMatchObject(ticket);
  }
  const [first] = pages[0]!.outcomes();
  const winning = first.tickets.find(({ id }: { id: string }) => id === won);
  expect(winning).toMatchObject({ status: 'win', result: result.map(String), places: [true] });
  expect(winning.payout).toBeGreaterThan(100);
  expect(first.tickets.find(({ id }: { id: string }) => id === lost)).toMatchObject({ status: 'lost', payout: 0 });
  expect(pages[3]!.heard).not.toContain('outcome');
  for (const page of pages) page.stop();
});

test('a page whose client has more tickets than an event tells is told to ask', async () => {
  const awa = await join();
  const drawId = await createDraw(site.database.owner, { closesIn: 600_000 });
  await place(awa, drawId, ...Array.from({ length: 49 }, () => '5'));
  await place(awa, drawId, '5', '5');
  const page = await listen(awa);
  await finish(drawId);
  await expect.poll(() => page.outcomes()).toHaveLength(1);
  expect(page.outcomes()[0]).toEqual({ drawId, tickets: null, balance: await balanceOf(awa), at: expect.any(String) });
  page.stop();
});

test('where the outcomes cannot be read, pages are told that they may have missed some', async () => {
  const awa = await join();
  const drawId = await createDraw(site.database.owner, { closesIn: 600_000 });
  await place(awa, drawId, '5');
  const page = await listen(awa);
  // A draw without a wallet row cannot be; a lost table can, for a moment, while a newer version is put in place.
  await site.database.owner.query('alter table due rename to due_elsewhere');
  try {
    await changeHistory(
      site.database.owner,
      `update draw set status = 'settled', result = 491728536, closed_at = now(), sealed_at = now(), drawn_at = now(), finished_at = now(),
         closes_at = now() - interval '20 s', draws_at = now() - interval '10 s' where id = $1`,
      [drawId],
    );
    await site.database.owner.query(`select pg_notify('draw', 'settled ' || $1)`, [drawId]);
    await expect.poll(() => page.heard).toContain('event: reconnected\n');
  } finally {
    await site.database.owner.query('alter table due_elsewhere rename to due');
  }
  page.stop();
});
