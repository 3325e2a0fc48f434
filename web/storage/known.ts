import { local } from './storage.ts';

const key = 'known';

/** Whether somebody has signed in or made a ticket on this device. Signing out leaves it. `boot.js` reads it before the first paint. */
export const isKnown = (): boolean => !!local.getItem(key);

export function beKnown(): void {
  local.setItem(key, '1');
}
