import { call, type Reply, type Request } from '#server/payments/call.ts';

export interface PawaPayAccount {
  /** `https://api.pawapay.io`, or `https://api.sandbox.pawapay.io` for its own test environment. */
  readonly apiUrl: string;
  readonly token: string;
}

export type Send = (method: Request['method'], path: string, body?: object, timeLimitMs?: number) => Promise<Reply>;

export function createPawaPayCalls({ apiUrl, token }: PawaPayAccount): Send {
  return (method, path, body, timeLimitMs) =>
    call(
      `${apiUrl}/v2/${path}`,
      { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body }) },
      timeLimitMs,
    );
}

/** The time limit of calls that players wait for. */
export const shortLimitMs = 4_000;

interface KeptTimes {
  /** The time for which an answer is used without asking again. */
  readonly freshMs: number;
  /** The time for which it is used while no newer one can be had. */
  readonly usableMs: number;
  /** The pause after a question, whatever became of it. */
  readonly pauseMs: number;
}

/**
 * Keeps the last answer to a question. All who ask at the same time share one call.
 *
 * @param ask null when there is no answer
 */
export function keepAnswer<T>(ask: () => Promise<T | null>, times: KeptTimes, now: () => number) {
  let kept: { readonly value: T; readonly at: number } | null = null;
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function keep(): Promise<void> {
    try {
      const value = await ask();
      if (value !== null) kept = { value, at: now() };
    } finally {
      asking = null;
    }
  }

  function askAgain(): Promise<void> {
    if (asking !== null) return asking;
    if (now() - askedAt < times.pauseMs) return Promise.resolve();
    askedAt = now();
    asking = keep();
    return asking;
  }

  const ageMs = () => (kept === null ? Number.POSITIVE_INFINITY : now() - kept.at);
  const usable = () => (ageMs() <= times.usableMs ? kept!.value : null);

  return {
    /** The answer; null when none is young enough. */
    async read(): Promise<T | null> {
      if (ageMs() > times.freshMs) await askAgain();
      return usable();
    },
    /** The answer of now, unless it was asked for a moment ago. */
    async readAgain(): Promise<T | null> {
      await askAgain();
      return usable();
    },
  };
}
