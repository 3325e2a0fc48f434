import type { BrowserContextOptions } from 'playwright-core';
import type { Database } from '#database/connect.ts';
import { encodeNumbers } from '#domain/result.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { addFunds, createOutsider, openDraws, register, signUp, ticketFor } from '#tests/support/players/outsider.ts';
import { changeHistory, createDraws } from '#tests/support/players/play.ts';
import { createDataFolder, startServer, withOwner } from '#tests/support/site/server.ts';

/** The product with its own data folder and port, past draws, and a client with money, placed tickets and a basket. */
export interface Site {
  readonly url: string;
  /** For a browser context that starts signed in. */
  readonly signedIn: BrowserContextOptions;
  /** For a browser context that starts as a client whose phone is not confirmed yet. */
  readonly unconfirmed: BrowserContextOptions;
  /** The id of one of the client's placed tickets, and of a draw. */
  readonly ticketId: string;
  readonly drawId: string;
  end(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const { folder, remove } = await createDataFolder();
  const settings = { DRAW_EVERY_MINUTES: '5', ...keySettings };
  let server = await startServer(folder, settings);
  async function end() {
    await server.end('SIGINT');
    await remove();
  }
  try {
    await withOwner(folder, makePastDraws);
    // The server remembers the draws that it has read.
    await server.end('SIGINT');
    server = await startServer(folder, settings);
    return { url: server.url, ...(await prepareClient(server.url)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function prepareClient(url: string) {
  const api = createOutsider(url);
  await addFunds(api, await signUp(api), 20_000);
  const [draw] = await openDraws(api, 30_000);
  if (!draw) throw new Error('no draw is on sale');
  const tickets = ['49', '17', '38'].map((numbers) => ticketFor(draw, 'IziTwo', numbers, 500));
  const placed = await api.call('/bets', { body: { tickets } });
  if (placed.status !== 201) throw new Error(`not placed: ${placed.text}`);
  const { id, fullDate } = draw;
  const basket = tickets.map(({ name, betAmount, selectedNumbers }, index) => ({
    id: `basket-${index}`,
    drawId: id,
    fullDate,
    name,
    betAmount,
    selectedNumbers,
  }));
  const localStorage = [
    { name: 'access_token', value: `Bearer ${api.token}` },
    { name: 'draws', value: JSON.stringify(basket) },
  ];
  const newcomer = createOutsider(url);
  await register(newcomer);
  return {
    signedIn: startingWith(url, localStorage),
    unconfirmed: startingWith(url, [{ name: 'access_token', value: `Bearer ${newcomer.token}` }]),
    ticketId: tickets[0]!.id,
    drawId: id,
  };
}

/** A browser context whose local storage begins with these items. */
export function startingWith(origin: string, localStorage: { name: string; value: string }[]): BrowserContextOptions {
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}

/** More than one page of the results lists. */
const pastDraws = 25;
const minute = 60_000;

/** Settled draws without tickets, as they stand after their time: made as draws to come, and then moved into the past. */
async function makePastDraws(owner: Database) {
  const times = Array.from({ length: pastDraws }, (_, index) => ({
    closesIn: 60 * minute,
    drawsIn: 61 * minute + index,
  }));
  for (const [index, id] of (await createDraws(owner, times)).entries()) {
    // Each result is another rotation of the nine numbers.
    const result = Array.from({ length: 9 }, (_, place) => ((place + index) % 9) + 1);
    await changeHistory(
      owner,
      `update draw set status = 'settled', result = $2, closes_at = at - interval '30 s', draws_at = at,
         closed_at = at, sealed_at = at, drawn_at = at, finished_at = at
       from (select now() - ($3 + 1) * interval '5 min' as at) where id = $1`,
      [id, encodeNumbers(result), index],
    );
  }
}
