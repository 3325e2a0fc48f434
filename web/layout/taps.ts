declare global {
  interface Window {
    /** Filled by `boot.js` until hydration, then null. */
    earlyTaps?: HTMLElement[] | null;
  }
}

/**
 * Replays the taps queued by `boot.js`, and ends the queueing. Where the first render has replaced the HTML, a tap goes to
 * the element of the same kind and name.
 */
export function replayTaps() {
  const taps = window.earlyTaps ?? [];
  window.earlyTaps = null;
  for (const element of taps) (element.isConnected ? element : sameAs(element))?.click();
}

function sameAs(element: HTMLElement): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>(element.tagName);
  return Array.from(all).find((other) => nameOf(other) === nameOf(element));
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent;
}
