// A process that bets over HTTP until it is told to stop: a closed loop, in which each connection sends its next checkout
// when its last one is answered.
import { latenciesOf } from '#bench/statistics.ts';
import { openConnection } from './connection.ts';
import type { Load, LoadResult } from './loads.ts';
import { createRequests } from './request.ts';
import { createResponseReader } from './response.ts';

process.once('message', (load: Load) => run(load));

function run({ connections, players, drawId, ticketsPerCheckout, url, ownAddresses }: Load): void {
  const nextRequest = createRequests(drawId, ticketsPerCheckout, ownAddresses);
  const statuses: Record<number, number> = {};
  const placedInSecond: number[] = [];
  const latencies: number[] = [];
  const startedAt = performance.now();
  let stoppedAt = 0;
  let broken = 0;
  let open = connections;

  process.once('message', () => (stoppedAt = performance.now()));
  for (let index = 0; index < connections; index++) bet(index);

  function bet(index: number): void {
    let player = index;
    let sentAt = 0;
    const send = () => {
      player = (player + connections) % players;
      sentAt = performance.now();
      socket.write(nextRequest(player), 'latin1');
    };
    const read = createResponseReader((status) => {
      if (stoppedAt > 0) {
        socket.end();
        return;
      }
      const now = performance.now();
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(now - sentAt);
      if (status === 201) {
        const second = Math.floor((now - startedAt) / 1_000);
        placedInSecond[second] = (placedInSecond[second] ?? 0) + 1;
      }
      send();
    });
    const socket = openConnection(url, read);
    socket.once('connect', send);
    // Only the number of broken connections counts, not the reason.
    socket.on('error', () => {});
    socket.once('close', () => {
      if (stoppedAt === 0) broken += 1;
      open -= 1;
      if (open === 0) finish();
    });
  }

  function finish(): void {
    const seconds = ((stoppedAt || performance.now()) - startedAt) / 1_000;
    const result: LoadResult = {
      statuses,
      broken,
      seconds,
      placedInSecond: Array.from(placedInSecond, (placed) => placed ?? 0),
      ...latenciesOf(latencies),
    };
    process.send!(result, () => process.disconnect());
  }
}
