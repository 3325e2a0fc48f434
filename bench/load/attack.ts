// A process that calls a server as often as one address is allowed to, until it is told to stop.
import { openConnection } from './connection.ts';
import type { Attack } from './loads.ts';
import { createResponseReader } from './response.ts';

process.once('message', (attack: Attack) => run(attack));

function run({ url, address, paths, connections, streams }: Attack): void {
  const statuses: Record<number, number> = {};
  let sent = 0;
  let isLimited = false;
  for (let index = 0; index < connections; index++) call();
  for (let index = 0; index < streams; index++) listen();
  process.once('message', () => process.send!(statuses, () => process.exit()));

  function requestOf(path: string): string {
    return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n\r\n`;
  }

  function count(status: number): void {
    statuses[status] = (statuses[status] ?? 0) + 1;
  }

  function call(): void {
    const send = () => void socket.write(requestOf(paths[sent++ % paths.length]!));
    const read = createResponseReader((status) => {
      if (status === 429 && !isLimited) {
        isLimited = true;
        process.send!('limited');
      }
      count(status);
      send();
    });
    const socket = openConnection(url, read);
    socket.once('connect', send);
    socket.on('error', () => {});
  }

  function listen(): void {
    let isFirst = true;
    const socket = openConnection(url, (bytes) => {
      if (isFirst) count(Number(bytes.toString('latin1', 9, 12)));
      isFirst = false;
    });
    socket.once('connect', () => void socket.write(requestOf('/api/stream')));
    socket.on('error', () => {});
  }
}
