/** How long a device is watched before it is called weak, in milliseconds. */
export const lookFor = 400;
/** In frames a second. */
const least = 50;

/** Whether a device draws too few frames for nine balls that tumble. @param took in milliseconds */
export function isWeak(frames: number, took: number): boolean {
  return (frames * 1_000) / took < least;
}
