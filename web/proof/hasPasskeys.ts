/** Whether this browser has passkeys that work at this address; `boot.js` has looked. */
export function hasPasskeys(): boolean {
  return document.documentElement.dataset['passkeys'] !== undefined;
}
