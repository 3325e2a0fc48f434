/** In pixels. */
const longestSide = 1_600;
/** The server takes no more, in bytes. */
const mostBytes = 1_500_000;

/** The file is no picture that this browser can read. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/**
 * Draws a picture on a canvas, as it was held and with at most 1,600 pixels on its longer side, and resolves to it as a JPEG of
 * some 300 kB. What the camera wrote into the file, such as where it was, is not in it.
 *
 * @throws NoPicture
 */
export async function scalePicture(file: Blob, canvas: HTMLCanvasElement): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new NoPicture();
  });
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d', { alpha: false })!;
  // The ground under transparent parts of a PNG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of [0.82, 0.6, 0.3]) {
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (jpeg !== null && jpeg.size <= mostBytes) return jpeg;
  }
  throw new NoPicture();
}
