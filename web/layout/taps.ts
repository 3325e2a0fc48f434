declare global {
  interface Window {
    /** Filled by `boot.js` until hydration, then null. */
    earlyTaps?: HTMLElement[] | null;
  }
}

/** Replays the taps queued by `boot.js` on elements still in the DOM, and ends the queueing. */
export function replayTaps() {
  const taps = window.earlyTaps ?? [];
  window.earlyTaps = null;
  for (const element of taps) if (element.isConnected) element.click();
}
