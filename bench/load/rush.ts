// A process of players with one checkout each, who all send it within a second. One half sends a refused checkout again at once, the other
// half one second after the refusal, as its Retry-After says.
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, openedAtOnce, sourceOf } from './connection.ts';
import type { Cohort, Rush, RushResult } from './loads.ts';
import { createRequests } from './request.ts';
import { createResponseReader } from './response.ts';

process.once('message', (rush: Rush) => void run(rush));

const firstTriesMs = 1_000;
const retryAfterMs = 1_000;
/** The first of the players of the bench whom no other load uses. */
const firstPlayer = 50_000;

/** Sends a call, and resolves to the status of its answer; to 0 where the connection has broken. */
type Send = (call: Buffer) => Promise<number>;

async function run({ url, drawId, players, ticketsPerCheckout, seconds }: Rush): Promise<void> {
  const requestOf = createRequests(drawId, ticketsPerCheckout);
  const result: RushResult = { atOnce: { placed: 0, sent: 0 }, waiting: { placed: 0, sent: 0 } };
  const connections: Send[] = [];
  while (connections.length < players) {
    const count = Math.min(openedAtOnce, players - connections.length);
    connections.push(...(await Promise.all(Array.from({ length: count }, (_, index) => open(url, index)))));
  }
  for (const [index, send] of connections.entries()) {
    const call = Buffer.from(requestOf(firstPlayer + index), 'latin1');
    const firstTry = sleep((firstTriesMs * index) / players);
    void firstTry.then(() =>
      index % 2 === 0 ? bet(send, call, 0, result.atOnce) : bet(send, call, retryAfterMs, result.waiting),
    );
  }
  await sleep(seconds * 1_000);
  process.send!(result, () => process.exit());

  async function bet(send: Send, call: Buffer, pauseMs: number, cohort: Cohort): Promise<void> {
    cohort.sent += 1;
    const status = await send(call);
    if (status === 201) {
      cohort.placed += 1;
      return;
    }
    if (pauseMs > 0) await sleep(pauseMs);
    return bet(status === 0 ? await open(url, cohort.sent) : send, call, pauseMs, cohort);
  }
}

function open(url: string, index: number): Promise<Send> {
  return new Promise((resolve, reject) => {
    let tell = (_status: number) => {};
    const socket = openConnection(
      url,
      createResponseReader((status) => tell(status)),
      sourceOf(index),
    );
    socket.on('error', reject);
    socket.once('close', () => tell(0));
    socket.once('connect', () =>
      resolve((call) => {
        const answered = Promise.withResolvers<number>();
        tell = answered.resolve;
        if (socket.destroyed) tell(0);
        else socket.write(call);
        return answered.promise;
      }),
    );
  });
}
