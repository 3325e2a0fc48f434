// Draws one picture again: reads it from standard input and writes a JPEG to standard output. It runs as a process of its own,
// without a setting or key in its environment, because the bytes are a stranger's and a decoder in C reads them. `redraw.ts`
// starts it and ends it.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { badPicture, longestSide, mostPixels } from './redraw-limits.ts';

sharp.cache(false);
sharp.concurrency(1);
// Only these two formats are read.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

const given = await buffer(process.stdin);
try {
  // Metadata such as EXIF and what follows the picture's end are not taken over.
  const drawn = await sharp(given, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    // Rotates the picture as it was held. This reads the EXIF data for the last time.
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: 82 })
    .toBuffer();
  process.stdout.write(drawn);
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = badPicture;
}
