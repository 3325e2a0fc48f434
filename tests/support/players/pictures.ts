import sharp from 'sharp';

/** A text in the EXIF data of a test's picture. */
export const exifMarker = 'taken at home by Awa';

/** A picture as a phone's camera makes it: noise, so that it has a size, with EXIF data. */
export function photo(width = 1_200, height = 800): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 120, sigma: 20 } },
  })
    .jpeg({ quality: 60 })
    .withExif({ IFD0: { Copyright: exifMarker } })
    .toBuffer();
}

/** A small file of many pixels. */
export function bomb(): Promise<Buffer> {
  const side = 16_000;
  return sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
