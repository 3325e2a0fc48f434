import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Refusal } from '#server/http/refusal.ts';

/** In milliseconds. */
const timeoutMs = 15_000;

/**
 * Asks a ClamAV daemon about some bytes, by its command INSTREAM.
 *
 * @param clamd as `host:port`
 * @throws Refusal image_refused when it finds something; unavailable when it does not answer: nothing is stored unchecked
 */
export async function scan(clamd: string, bytes: Buffer): Promise<void> {
  const answer = await ask(clamd, bytes).catch((cause: unknown) => {
    throw new Refusal('unavailable', { retryAfterSeconds: 30, cause });
  });
  if (answer === 'stream: OK') return;
  if (/^stream: .* FOUND$/.test(answer)) throw new Refusal('image_refused', { cause: new Error(answer) });
  throw new Refusal('unavailable', { retryAfterSeconds: 30, cause: new Error(`clamd answers ${answer}`) });
}

async function ask(clamd: string, bytes: Buffer): Promise<string> {
  const separator = clamd.lastIndexOf(':');
  const socket = connect({ host: clamd.slice(0, separator), port: Number(clamd.slice(separator + 1)) });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd does not answer')));
  try {
    const answer = text(socket);
    // One chunk with its length, and an empty one at the end.
    socket.write('zINSTREAM\0');
    socket.write(lengthOf(bytes.length));
    socket.write(bytes);
    socket.write(lengthOf(0));
    return (await answer).replace(/\0$/, '');
  } finally {
    socket.destroy();
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
