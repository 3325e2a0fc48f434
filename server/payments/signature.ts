import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a signature's time stamp may be from the clock, in both directions. */
const toleranceSeconds = 300;

/** How a provider writes the signature of a notice: `t=<unix seconds>,<name>=<hex HMAC-SHA256(secret, t + joint + body)>`. */
interface Form {
  readonly name: string;
  readonly joint: string;
}

/** FedaPay's form, and the sandbox's. */
const dotted: Form = { name: 's', joint: '.' };
/** Wave's form: nothing stands between the time stamp and the body. */
export const waveForm: Form = { name: 'v1', joint: '' };

/** A provider that changes its secret signs with both for a while. */
const mostSignatures = 5;

export function signBody(secret: string, body: string | Buffer, at: Date, form = dotted): string {
  const stamp = String(Math.floor(at.getTime() / 1_000));
  return `t=${stamp},${form.name}=${digest(secret, stamp + form.joint, body).toString('hex')}`;
}

/**
 * Whether one of the signatures in `header` is that of `body` with `secret`, around the time `now`. A stamp from the future is
 * refused like an old one. Otherwise an attacker could replay an intercepted notice for as long as its stamp is ahead.
 */
export function isSigned(header: unknown, secret: string, body: Buffer, now: Date, form = dotted): boolean {
  const format = new RegExp(`^t=(\\d{1,12})((?:,${form.name}=[0-9a-f]{64}){1,${mostSignatures}})$`);
  const [, stamp, list] = (typeof header === 'string' && format.exec(header)) || [];
  if (stamp === undefined || list === undefined) return false;
  const expected = digest(secret, stamp + form.joint, body);
  const signatures = list
    .slice(1)
    .split(',')
    .map((one) => Buffer.from(one.slice(form.name.length + 1), 'hex'));
  const away = Math.abs(now.getTime() / 1_000 - Number(stamp));
  return signatures.some((one) => timingSafeEqual(one, expected)) && away <= toleranceSeconds;
}

function digest(secret: string, before: string, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(before).update(body).digest();
}
