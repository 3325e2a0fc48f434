import { mostRest, restAt } from './resting.ts';

interface Watcher {
  /** The remaining time in milliseconds, while the operator is warned; null when that is over. */
  readonly onWarn: (left: number | null) => void;
  readonly onEnd: () => void;
  /** Tells the server that somebody is there. */
  readonly tell: () => void;
}

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
/** How often the windows tell each other, in milliseconds. */
const sayEvery = 5_000;

/**
 * Watches whether somebody is at the desk. Calls that the screens make by themselves do not count, here as on the server. The windows of
 * one console inform each other, so work in one keeps the session of all. Once the warning is shown, only its button counts: a person who
 * passes the desk and moves the pointer is not the operator at work.
 */
export function watchRest({ onWarn, onEnd, tell }: Watcher): { readonly stop: () => void; readonly stay: () => void } {
  let usedAt = Date.now();
  let toldAt = usedAt;
  let saidAt = 0;
  let isWarned = false;
  const windows = new BroadcastChannel('console-used');

  function use(): void {
    if (isWarned) return;
    usedAt = Date.now();
    if (usedAt - saidAt >= sayEvery) say();
  }
  function say(): void {
    saidAt = usedAt;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    windows.postMessage(usedAt);
  }
  function look(): void {
    const now = Date.now();
    const state = restAt(now, usedAt, toldAt);
    if (isWarned || state === 'warn') onWarn(state === 'warn' ? mostRest - (now - usedAt) : null);
    isWarned = state === 'warn';
    if (state === 'end') onEnd();
    if (state === 'tell') {
      toldAt = now;
      tell();
    }
  }
  function stay(): void {
    isWarned = false;
    usedAt = Date.now();
    toldAt = usedAt;
    say();
    onWarn(null);
    tell();
  }

  windows.addEventListener('message', ({ data }) => (usedAt = Math.max(usedAt, Number(data))));
  for (const type of uses) addEventListener(type, use, { passive: true, capture: true });
  const timer = setInterval(look, 1_000);
  return {
    stay,
    stop() {
      clearInterval(timer);
      windows.close();
      for (const type of uses) removeEventListener(type, use, { capture: true });
    },
  };
}
