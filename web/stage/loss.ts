import { wantsLosses } from '#web/storage/losses.ts';

/** The draws whose loss was told here. */
const told = new Set<string>();

/** Whether the loss of a draw is to be told: once, unless the client has switched it off on this device. */
export function isLossToTell(drawId: string): boolean {
  if (told.has(drawId)) return false;
  told.add(drawId);
  return wantsLosses();
}
