// A process that sends checkouts, or reads, at a fixed rate, an open loop: it does not wait for answers to earlier ones.
import { latenciesOf } from '#bench/statistics.ts';
import { openConnection, openedAtOnce, sourceOf } from './connection.ts';
import type { OpenLoop, OpenLoopResult } from './loads.ts';
import { createReads, createRequests } from './request.ts';
import { createResponseReader } from './response.ts';

process.once('message', (load: OpenLoop) => void run(load));

async function run(load: OpenLoop): Promise<void> {
  const { drawId, ticketsPerCheckout, perSecond, seconds, players } = load;
  const nextRequest = load.reads === undefined ? createRequests(drawId, ticketsPerCheckout) : createReads(load.reads);
  const done = load.reads === undefined ? 201 : 200;
  const statuses: Record<number, number> = {};
  const placed: number[] = [];
  let sent = 0;
  let unsent = 0;
  let broken = 0;
  let withoutRetryAfter = 0;

  const free: Connection[] = [];
  while (free.length < load.connections) {
    const count = Math.min(openedAtOnce, load.connections - free.length);
    free.push(...(await Promise.all(Array.from({ length: count }, (_, index) => open(sourceOf(index))))));
  }
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1_000;
  let arrived = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const due = Math.floor(((Math.min(now, endAt) - startedAt) / 1_000) * perSecond);
      for (; arrived < due; arrived++) arrive(now);
      if (now < endAt) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  const placedByEnd = placed.length;
  await settled();
  const result: OpenLoopResult = {
    statuses,
    seconds,
    sent,
    unsent,
    broken,
    withoutRetryAfter,
    placedPerSecond: placedByEnd / seconds,
    ...latenciesOf(placed),
  };
  process.send!(result, () => process.exit());

  /** One arrival of a call. Without a free connection it counts as unsent. */
  function arrive(now: number): void {
    const connection = free.pop();
    if (connection === undefined) {
      unsent += 1;
      return;
    }
    sent += 1;
    connection.send(now);
  }

  interface Connection {
    send(now: number): void;
  }

  function open(localAddress: string | undefined): Promise<Connection> {
    return new Promise((resolve, reject) => {
      let sentAt = 0;
      let call: Buffer | null = null;
      const connection: Connection = {
        send(now) {
          sentAt = now;
          // The players are chosen far apart, so that no call finds cached data of the call before it.
          call ??= Buffer.from(nextRequest((sent * 7_919) % players), 'latin1');
          socket.write(call);
        },
      };
      const read = createResponseReader((status, retryAfter) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        // A refused checkout is sent again unchanged.
        if (status === done) {
          placed.push(performance.now() - sentAt);
          call = null;
        } else if (!retryAfter) withoutRetryAfter += 1;
        free.push(connection);
      });
      const socket = openConnection(load.url, read, localAddress);
      socket.once('connect', () => resolve(connection));
      socket.on('error', reject);
      socket.once('close', () => (broken += 1));
    });
  }

  /** Waits until everything that was sent is answered, or for ten seconds. */
  async function settled(): Promise<void> {
    for (let wait = 0; wait < 200 && free.length + broken < load.connections; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
