import type { ClientKey } from '#web/storage/storage.ts';

/**
 * Where a client was who adds funds on the way, such as the checkout: kept for as long as the tab lives, because paying
 * leaves the site and comes back to the wallet.
 */
const key = 'wallet.wayOn' satisfies ClientKey;

export function keepWayOn(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, path);
}

export function readWayOn(): string | null {
  return sessionStorage.getItem(key);
}
