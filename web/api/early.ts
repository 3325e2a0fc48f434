import type { EarlyRequest } from './request.ts';

/** Calls that `boot.js` has made while the code was loading. */
interface EarlyCalls {
  /** Null for a visitor. */
  readonly token: string | null;
  /** In milliseconds since 1970, on the device's clock. */
  readonly sentAt: number;
  /** By the call's address without `/api`. */
  readonly answers: Record<string, EarlyRequest>;
}

declare global {
  var earlyCalls: EarlyCalls | null | undefined;
}

interface EarlyAnswer extends EarlyRequest {
  readonly sentAt: number;
}

/** In milliseconds. An older answer may no longer be true. */
const usableFor = 10_000;

/** The answer to a GET that was made early with the same token. Each is given once. */
export function takeEarly(address: string, token: string | null): EarlyAnswer | null {
  const early = globalThis.earlyCalls;
  if (!early || early.token !== token || Date.now() - early.sentAt > usableFor) return null;
  const { sentAt, answers } = early;
  const answer = answers[address];
  delete answers[address];
  return answer ? { ...answer, sentAt } : null;
}

/** Ends and drops the calls that were not taken over, as before a call that may change the answers. */
export function dropEarly(): void {
  for (const { end } of Object.values(globalThis.earlyCalls?.answers ?? {})) end.abort();
  globalThis.earlyCalls = null;
}
