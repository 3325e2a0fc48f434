declare global {
  interface Window {
    /** Filled by `boot.js` until the page is alive, then null. */
    earlyTaps?: HTMLElement[] | null;
  }
}

/** Carries out the taps that `boot.js` has kept, on what is still there, and ends the keeping. */
export function replayTaps() {
  const taps = window.earlyTaps ?? [];
  window.earlyTaps = null;
  for (const element of taps) if (element.isConnected) element.click();
}
