import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A text in the EXIF data of a test's picture. */
export const exifMarker = 'taken at home by Awa';

const photos = new Map<string, Promise<Buffer>>();

/** A picture as a phone's camera makes it: noise, so that it has a size, with EXIF data. One of each size, since noise takes long. */
export function photo(width = 600, height = 400): Promise<Buffer> {
  const size = `${width} ${height}`;
  const made = photos.get(size) ?? takePhoto(width, height);
  photos.set(size, made);
  return made;
}

function takePhoto(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 120, sigma: 20 } },
  })
    .jpeg({ quality: 60 })
    .withExif({ IFD0: { Copyright: exifMarker } })
    .toBuffer();
}

/** A small file of many pixels: a PNG, black and white, of one bit each. */
export function bomb(): Buffer {
  const side = 16_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  // Each line begins with its filter.
  const lines = deflateSync(Buffer.alloc(side * (1 + side / 8)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
