import { machineKeyIdLength } from '#contract/calls/operator/machine-keys.ts';

export interface MadeKey {
  readonly id: string;
  /** The whole of it. It is shown once, and sent nowhere. */
  readonly key: string;
  /** SHA-256 of it, in hex: all that the server ever gets. */
  readonly hash: string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const secretBytes = 32;

/** Makes a machine key in this browser: `izi_<id>_<43 characters>`. */
export async function makeKey(): Promise<MadeKey> {
  // 32 letters, so that each is as likely as any other.
  const id = Array.from(randomBytes(machineKeyIdLength), (byte) => letters[byte % letters.length]).join('');
  const key = `izi_${id}_${toBase64Url(randomBytes(secretBytes))}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return { id, key, hash: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') };
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
