import { useEffect } from 'react';
import type { Family } from '#contract/calls/call.ts';
import { noteServerTime } from '#web/clock/clock.ts';
import { setTimeZone } from '#web/values/format.ts';
import { refreshAfterNews } from './hold-outcomes.ts';
import { refreshKept } from './queries.ts';

/** The families to refresh for each event of the stream. */
const changes: Readonly<Record<string, readonly Family[]>> = {
  'draw.sealed': ['draws'],
  'draw.drawn': ['draws'],
  'draw.settled': ['draws', 'bets', 'balance'],
  'draw.void': ['draws', 'bets', 'balance'],
  // Sales were stopped, or started again.
  sales: ['draws'],
};
const firstRetry = 1_000;
const lastRetry = 60_000;
/** Without a stream, the draws and the shown bets of the player are polled at this interval. */
const pollEvery = 15_000;

/**
 * Listens to draw events while the tab is visible, and refreshes what is shown. When the connection is lost it reconnects
 * with a growing delay, and polls meanwhile.
 */
export function useStream(): void {
  useEffect(listen, []);
}

function listen(): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = firstRetry;
  let missed = false;

  function open() {
    source = new EventSource('/api/stream');
    source.onopen = () => {
      wait = firstRetry;
      // Events may have been missed meanwhile.
      if (missed) {
        refreshAfterNews('draws', 'bets', 'balance');
        refreshKept('draws');
      }
      missed = false;
    };
    source.onerror = () => {
      missed = true;
      // The browser reconnects by itself after a network error. CLOSED means that it has given up.
      if (source?.readyState === EventSource.CLOSED) openLater();
    };
    source.addEventListener('clock', (event) => noteClock(event.data as string));
    for (const [name, families] of Object.entries(changes))
      source.addEventListener(name, () => refreshAfterNews(...families));
    // The clock tells when a draw closes, but not that it is called off, or that its sales are stopped.
    source.addEventListener('draw.void', () => refreshKept('draws'));
    source.addEventListener('sales', () => refreshKept('draws'));
  }

  function openLater() {
    clearTimeout(retry);
    // Jitter over half the wait, so that clients do not all reconnect to a restarted server at once.
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, lastRetry);
  }

  function close() {
    clearTimeout(retry);
    source?.close();
    source = null;
    missed = true;
  }

  function followVisibility() {
    if (document.hidden) close();
    else if (!source) open();
  }

  const poll = setInterval(() => {
    if (missed && !document.hidden) refreshAfterNews('draws', 'bets');
  }, pollEvery);
  document.addEventListener('visibilitychange', followVisibility);
  followVisibility();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    clearInterval(poll);
    close();
  };
}

/** The event's data is `{"now": "…", "timeZone": "…"}`, or the bare instant. */
function noteClock(data: string) {
  const clock = parse(data);
  // The latency is not known: assume up to two seconds.
  if (clock.now) noteServerTime(Date.parse(clock.now), Date.now(), Date.now(), 2_000);
  if (clock.timeZone) setTimeZone(clock.timeZone);
}

function parse(data: string): { now?: string; timeZone?: string } {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'string' ? { now: value } : (value as { now?: string });
  } catch {
    return {};
  }
}
