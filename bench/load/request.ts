import { randomBytes } from 'node:crypto';
import { firstClientId, tokenOf } from './player.ts';

/** Makes the bytes of one checkout over HTTP after the other, each with ticket ids of its own, at little cost. */
export function createRequests(drawId: string, tickets: number): (player: number) => string {
  const nextId = createIds();

  function ticket(number: number): string {
    const digit = 1 + (number % 9);
    return `{"id":"${nextId()}","name":"IziOne","drawId":"${drawId}","betAmount":100,"selectedNumbers":["${digit}"]}`;
  }

  return (player) => {
    const lines = Array.from({ length: tickets }, (_, index) => ticket(player + index));
    const body = `{"tickets":[${lines.join(',')}]}`;
    return (
      'POST /api/bets HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `authorization: Bearer ${tokenOf(firstClientId + player)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  };
}

/** UUIDv7s: the time, a count that starts anew each millisecond at no loss, and a tail of this process. */
export function createIds(): () => string {
  const tail = randomBytes(6).toString('hex');
  let count = 0;
  return () => {
    count = (count + 1) % 0x1000_0000;
    const time = Date.now().toString(16).padStart(12, '0');
    const digits = count.toString(16).padStart(7, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(4)}-8${digits.slice(1, 4)}-${tail}`;
  };
}
