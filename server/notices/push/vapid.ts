import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto';

/** How the site identifies itself to push services (VAPID, RFC 8292). */
export interface PushIdentity {
  /** The public key as browsers and push services get it: 65 bytes, in base64url. */
  readonly publicKey: string;
  /** The header `Authorization` of a request to a push service at this origin. */
  readonly authorize: (origin: string, nowMs: number) => string;
}

/** Push services take at most a day. */
const goodForSeconds = 12 * 60 * 60;

/**
 * @param secret 32 bytes; subscriptions are bound to it, so another key ends them all
 * @param contact whom a push service can reach: an address that begins with `https:` or `mailto:`
 * @throws Error where the bytes are no private key of P-256
 */
export function openPushIdentity(secret: Buffer, contact: () => string): PushIdentity {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const publicKey = point.toString('base64url');
  const key = createPrivateKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  });
  return {
    publicKey,
    authorize(origin, nowMs) {
      const exp = Math.floor(nowMs / 1_000) + goodForSeconds;
      return `vapid t=${signToken(key, { aud: origin, exp, sub: contact() })}, k=${publicKey}`;
    },
  };
}

function signToken(key: KeyObject, claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
