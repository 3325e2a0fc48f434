import { openStream } from '#contract/calls/draws.ts';
import type { DrawChange } from '#contract/draws.ts';
import { noteServerTime } from '#web/clock/clock.ts';
import { setTimeZone } from '#web/values/format.ts';
import { applyToDraw, followOutcome, isFromBefore, lookForPending } from './apply-news.ts';
import { hearing } from './hearing.ts';
import { refreshAfterNews } from './hold-outcomes.ts';
import { refreshKept } from './queries.ts';

const events = ['draw.sealed', 'draw.drawn', 'draw.settled', 'draw.void', 'draw.last'];
const firstRetry = 1_000;
const lastRetry = 60_000;
/** Without a stream, the draws and the shown bets of the player are polled at this interval. */
const pollEvery = 15_000;

/**
 * Listens to what happens to draws while the tab is visible, and shows it. When the connection is lost it reconnects with a growing
 * delay, and polls meanwhile.
 *
 * @returns a function that ends it
 */
export function listenToDraws(): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = firstRetry;
  let missed = false;

  function open() {
    source = new EventSource(`/api${openStream.path}?only=changes`);
    source.onopen = () => {
      hearing.draws = true;
      wait = firstRetry;
      // Events may have been missed meanwhile.
      if (missed) refreshAll();
      missed = false;
    };
    source.onerror = () => {
      missed = true;
      hearing.draws = false;
      // The browser reconnects by itself after a network error. CLOSED means that it has given up.
      if (source?.readyState === EventSource.CLOSED) openLater();
    };
    source.addEventListener('clock', (event) => noteClock(event.data as string));
    for (const name of events) source.addEventListener(name, take);
    source.addEventListener('reconnected', refreshAll);
    // Sales were stopped, or started again. The clock tells only when a draw closes.
    source.addEventListener('sales', refreshDraws);
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
    hearing.draws = false;
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

function take({ type, data }: MessageEvent<string>) {
  const change = JSON.parse(data) as DrawChange;
  if (type !== 'draw.last' || !isFromBefore(change)) applyToDraw(change);
  if (change.status === 'void') refreshKept('draws');
  if (change.status !== 'void' && change.status !== 'settled') return;
  // The page may have read its tickets before or after the last draw ended.
  if (type === 'draw.last') lookForPending(change.id);
  else followOutcome(change.id);
}

function refreshDraws() {
  refreshAfterNews('draws');
  refreshKept('draws');
}

function refreshAll() {
  refreshDraws();
  refreshAfterNews('bets', 'balance');
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
