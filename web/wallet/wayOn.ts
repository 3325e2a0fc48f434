import { session, type ClientKey } from '#web/storage/storage.ts';

/**
 * The page to return to after adding funds, such as the checkout. In session storage, because paying leaves the site and
 * returns to the wallet.
 */
const key = 'wallet.wayOn' satisfies ClientKey;

export function keepWayOn(path: string | undefined): void {
  if (path === undefined) session.removeItem(key);
  else session.setItem(key, path);
}

export function readWayOn(): string | null {
  return session.getItem(key);
}
