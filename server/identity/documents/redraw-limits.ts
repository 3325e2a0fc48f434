/** The most pixels of a picture that is read. */
export const mostPixels = 24_000_000;
/** In pixels, of a picture that is kept. */
export const longestSide = 1_600;
/** The exit code for bytes that cannot be drawn as a picture. */
export const badPicture = 3;
