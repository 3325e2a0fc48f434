import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a signature's time stamp may be from the clock, in both directions. */
const toleranceSeconds = 300;

/** `t=<unix seconds>,s=<hex HMAC-SHA256(secret, t + "." + body)>`, the form of FedaPay's signatures and the sandbox's. */
export function signBody(secret: string, body: string | Buffer, at: Date): string {
  const stamp = Math.floor(at.getTime() / 1_000);
  return `t=${stamp},s=${digest(secret, String(stamp), body).toString('hex')}`;
}

/**
 * Whether `header` signs `body` with `secret`, around the time `now`. A stamp from the future is refused like an old
 * one. Otherwise an attacker could replay an intercepted notice for as long as its stamp is ahead.
 */
export function isSigned(header: unknown, secret: string, body: Buffer, now: Date): boolean {
  const parts = typeof header === 'string' ? /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header) : null;
  if (parts === null) return false;
  const [, stamp, signature] = parts as unknown as [string, string, string];
  const away = Math.abs(now.getTime() / 1_000 - Number(stamp));
  return timingSafeEqual(digest(secret, stamp, body), Buffer.from(signature, 'hex')) && away <= toleranceSeconds;
}

function digest(secret: string, stamp: string, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${stamp}.`).update(body).digest();
}
