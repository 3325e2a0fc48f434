import { randomBytes } from 'node:crypto';

const wordsPerRead = 16;

/** A stream of unsigned 32-bit integers from the system's cryptographic generator. */
export function systemWords(): () => number {
  let words = Buffer.alloc(0);
  let offset = 0;
  return () => {
    if (offset === words.length) {
      words = randomBytes(wordsPerRead * 4);
      offset = 0;
    }
    offset += 4;
    return words.readUInt32BE(offset - 4);
  };
}
