import type { Family } from '#contract/calls/call.ts';
import { openClientStream } from '#contract/calls/client-stream.ts';
import type { Outcome } from '#contract/client-stream.ts';
import { applyOutcome } from './apply-news.ts';
import { hearing } from './hearing.ts';
import { refreshAfterNews } from './hold-outcomes.ts';

/** The families to refresh for each event that says no more. The end of a session shows in the next answer. */
const changes: Readonly<Record<string, readonly Family[]>> = {
  payment: ['balance'],
  limits: ['auth'],
  identity: ['auth'],
  'session.over': ['auth'],
  reconnected: ['bets', 'balance', 'auth'],
};
const firstWait = 1_000;
const lastWait = 60_000;
/** After a restart of the server its clients do not all read again at once. */
const spread = 2_000;
const unauthenticated = 401;

/**
 * Listens to what happens to the client's own account while the tab is visible, and shows it. EventSource sends no
 * header, and a token has no place in an address, so this reads the stream itself. Polls continue beside it: without it a page is
 * only later.
 *
 * @param authorization the header
 * @returns a function that ends it
 */
export function listen(authorization: string): () => void {
  let abort: AbortController | null = null;

  async function follow(signal: AbortSignal): Promise<void> {
    for (let wait = firstWait, missed = false; !signal.aborted; wait = Math.min(wait * 2, lastWait)) {
      const response = await fetch(`/api${openClientStream.path}`, { headers: { authorization }, signal }).catch(
        () => null,
      );
      if (response?.status === unauthenticated) return;
      if (response?.ok && response.body) {
        wait = firstWait;
        if (missed) after(Math.random() * spread, signal, () => refreshFor('reconnected'));
        // Once it is aborted, another stream of this page may have begun, for another client.
        if (!signal.aborted) hearing.own = true;
        await read(response.body, authorization).catch(() => {});
        if (!signal.aborted) hearing.own = false;
      }
      missed = true;
      await new Promise<void>((resolve) => after(wait * (0.75 + Math.random() / 2), signal, resolve));
    }
  }

  function followVisibility() {
    abort?.abort();
    abort = null;
    hearing.own = false;
    if (document.hidden) return;
    abort = new AbortController();
    void follow(abort.signal);
  }

  document.addEventListener('visibilitychange', followVisibility);
  followVisibility();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    abort?.abort();
    hearing.own = false;
  };
}

/** Like a timer, but never after the end. */
function after(ms: number, signal: AbortSignal, then: () => void): void {
  const timer = setTimeout(then, ms);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** Reads server-sent events until the stream ends. */
async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, authorization: string): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const [, name = '', data = ''] = /^event: (.+)\ndata: (.+)$/.exec(event) ?? [];
      if (name === 'outcome') applyOutcome(JSON.parse(data) as Outcome, authorization);
      else refreshFor(name);
    }
  }
}

function refreshFor(event: string): void {
  refreshAfterNews(...(changes[event] ?? []));
}
