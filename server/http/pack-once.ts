import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './choose-encoding.ts';

/** The highest quality would take seconds of a large file, for a tenth less. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const pack = {
  br: (content: Buffer) => promisify(brotliCompress)(content, brotli),
  gzip: (content: Buffer) => promisify(gzip)(content),
};

/** Gives content that never changes in an encoding, which is made when it is first asked for. */
export function packOnce(content: Buffer): (encoding: Encoding) => Buffer | Promise<Buffer> {
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return (encoding) => {
    if (encoding === 'identity') return content;
    made[encoding] ??= pack[encoding](content);
    return made[encoding];
  };
}
