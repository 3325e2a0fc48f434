import { useEffect } from 'react';
import type { Family } from '#contract/calls/call.ts';
import { noteServerTime } from '#web/clock/clock.ts';
import { setTimeZone } from '#web/values/format.ts';
import { refresh } from './queries.ts';

/** What an event of the stream has changed. */
const changes: Readonly<Record<string, readonly Family[]>> = {
  'draw.sealed': ['draws'],
  'draw.drawn': ['draws'],
  'draw.settled': ['draws', 'bets', 'balance'],
  'draw.void': ['draws', 'bets', 'balance'],
};
const firstRetry = 1_000;
const lastRetry = 60_000;
/** Without a stream the draws, and the player's bets where they are shown, are asked for this often. */
const pollEvery = 15_000;

/**
 * Listens to what happens to draws while the tab is in sight, and keeps what is shown fresh. Where the stream cannot be
 * held it tries again, ever more slowly, and polls meanwhile.
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
      // Something may have happened while nobody listened.
      if (missed) refresh('draws', 'bets', 'balance');
      missed = false;
    };
    source.onerror = () => {
      missed = true;
      // The browser itself tries again after a break in the network; CLOSED means that it has given up.
      if (source?.readyState === EventSource.CLOSED) openLater();
    };
    source.addEventListener('clock', (event) => noteClock(event.data as string));
    for (const [name, families] of Object.entries(changes)) source.addEventListener(name, () => refresh(...families));
  }

  function openLater() {
    clearTimeout(retry);
    // Spread over half the wait, so that a restarted server is not met by everybody at once.
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
    if (missed && !document.hidden) refresh('draws', 'bets');
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
  // How long it was on its way is not known: assume up to two seconds.
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
