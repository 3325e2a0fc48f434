import { randomBytes } from 'node:crypto';
import { firstClientId, tokenOf } from './player.ts';

/**
 * Creates the bytes of one checkout over HTTP after the other, each with new ticket ids, at little cost. With `ownAddresses`
 * each player has an address of its own, in the header that a proxy would set.
 */
export function createRequests(drawId: string, tickets: number, ownAddresses = false): (player: number) => string {
  const nextId = createIds();

  function ticket(number: number): string {
    const digit = 1 + (number % 9);
    return `{"id":"${nextId()}","name":"IziOne","drawId":"${drawId}","betAmount":100,"selectedNumbers":["${digit}"]}`;
  }

  return (player) => {
    const lines = Array.from({ length: tickets }, (_, index) => ticket(player + index));
    return requestOf(player, `{"tickets":[${lines.join(',')}]}`, ownAddresses);
  };
}

/** Creates the bytes of one read of this path after the other, each as another player. */
export function createReads(path: string): (player: number) => string {
  return (player) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokenOf(firstClientId + player)}\r\n\r\n`;
}

/** The bytes of a checkout with this body, which must be ASCII. */
export function requestOf(player: number, body: string, ownAddress = false): string {
  return (
    'POST /api/bets HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
    (ownAddress ? `x-forwarded-for: 10.0.${player >> 8}.${player & 255}\r\n` : '') +
    `authorization: Bearer ${tokenOf(firstClientId + player)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

/** UUIDv7s of one process: the time, a counter, and a suffix of the process. */
export function createIds(): () => string {
  const tail = randomBytes(6).toString('hex');
  let count = 0;
  let madeAt = 0;
  let time = '';
  return () => {
    const now = Date.now();
    if (now !== madeAt) {
      madeAt = now;
      const digits = now.toString(16).padStart(12, '0');
      time = `${digits.slice(0, 8)}-${digits.slice(8)}`;
    }
    count = (count + 1) % 0x100_0000;
    const digits = (0x100_0000 + count).toString(16);
    return `${time}-7${digits.slice(4)}-8${digits.slice(1, 4)}-${tail}`;
  };
}
