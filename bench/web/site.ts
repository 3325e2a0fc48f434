import type { BrowserContextOptions } from 'playwright-core';
import { addFunds, createOutsider, openDraws, signUp, ticketFor } from '#tests/support/players/outsider.ts';
import { createDataFolder, startServer } from '#tests/support/site/server.ts';

/** The product with its own data folder and port, and a client with money, placed tickets and a basket. */
export interface Site {
  readonly url: string;
  /** For a browser context that starts signed in. */
  readonly signedIn: BrowserContextOptions;
  /** The id of one of the client's placed tickets, and of a draw. */
  readonly ticketId: string;
  readonly drawId: string;
  end(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const { folder, remove } = await createDataFolder();
  const server = await startServer(folder, { DRAW_EVERY_MINUTES: '5' });
  async function end() {
    await server.end('SIGINT');
    await remove();
  }
  try {
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
  const signedIn: BrowserContextOptions = { storageState: { cookies: [], origins: [{ origin: url, localStorage }] } };
  return { signedIn, ticketId: tickets[0]!.id, drawId: id };
}
