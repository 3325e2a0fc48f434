import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CreatedCredential, CreationOptions, RequestOptions, UsedCredential } from '#contract/webauthn.ts';
import type { Outsider } from './outsider.ts';

/** The ways in which a browser or an authenticator departs from the standard. */
export interface Flaws {
  /** The site that the browser shows. */
  readonly origin?: string;
  /** The site that the authenticator signs for. */
  readonly rpId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Whether a person touched it, and whether it has verified who that is. */
  readonly present?: boolean;
  readonly verified?: boolean;
  readonly challenge?: string;
  readonly wrongSignature?: boolean;
  readonly userHandle?: string | null;
  /** The value of its counter; 0 where it does not count. */
  readonly counter?: number;
}

/** An authenticator with one passkey, in place of a browser with one. */
export interface SoftPasskey {
  readonly id: string;
  /** Makes the passkey. */
  create(options: CreationOptions, flaws?: Flaws): CreatedCredential;
  /** Uses it. */
  use(options: RequestOptions, flaws?: Flaws): UsedCredential;
  /** The made passkey, for an authenticator of a browser; an ES256 one. */
  toBrowser(): BrowserPasskey;
}

/** A passkey as `WebAuthn.addCredential` of the Chrome DevTools Protocol takes it. */
export interface BrowserPasskey {
  readonly credentialId: string;
  readonly privateKey: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly signCount: number;
  readonly isResidentCredential: boolean;
}

export type Algorithm = 'ES256' | 'RS256' | 'ES384';

/** @param origin of the site, whose host the passkey belongs to */
export function createSoftPasskey(origin: string, algorithm: Algorithm = 'ES256'): SoftPasskey {
  const { publicKey, privateKey } =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: algorithm === 'ES256' ? 'P-256' : 'P-384' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let userHandle = '';

  const clientData = (challenge: string, type: string, flaws: Flaws): string =>
    encode(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? origin,
        crossOrigin: flaws.crossOrigin ?? false,
      }),
    );

  function authenticatorData({ present = true, verified = true, counter = 0, rpId }: Flaws, attested?: Buffer): Buffer {
    const flags = (present ? 1 : 0) | (verified ? 4 : 0) | 0x18 | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const host = sha256(rpId ?? new URL(origin).hostname);
    return Buffer.concat([host, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  return {
    id,
    toBrowser: () => ({
      credentialId: credentialId.toString('base64'),
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      rpId: new URL(origin).hostname,
      userHandle: Buffer.from(userHandle, 'base64url').toString('base64'),
      signCount: 0,
      isResidentCredential: true,
    }),
    create({ challenge, user }, flaws = {}) {
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey, algorithm)]);
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(flaws, attested)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData(challenge, 'webauthn.create', flaws),
          attestationObject: encode(attestationObject),
          transports: ['internal'],
        },
      };
    },
    use({ challenge }, flaws = {}) {
      const data = authenticatorData(flaws);
      const clientDataJSON = clientData(challenge, 'webauthn.get', flaws);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const signature = sign(algorithm === 'ES384' ? 'sha384' : 'sha256', signed, privateKey);
      if (flaws.wrongSignature) signature[signature.length - 1]! ^= 1;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle: flaws.userHandle === undefined ? userHandle : flaws.userHandle,
        },
      };
    },
  };
}

const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** A public key as authenticators give it (RFC 9052). */
function coseKey(key: KeyObject, algorithm: Algorithm): Buffer {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return algorithm === 'RS256'
    ? cbor(
        new Map<number, Cbor>([
          [1, 3],
          [3, -257],
          [-1, bytes(n)],
          [-2, bytes(e)],
        ]),
      )
    : cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, algorithm === 'ES256' ? -7 : -35],
          [-1, algorithm === 'ES256' ? 1 : 2],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      );
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The part of CBOR (RFC 8949) that an authenticator needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  if (size < 256) return Buffer.from([(type << 5) | 24, size]);
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff]);
}

/** Sets a passkey for an outside caller, who has signed in a moment ago, and gives a strong proof with it. */
export async function setPasskeyOf(client: Outsider): Promise<SoftPasskey> {
  const key = createSoftPasskey(client.url);
  const begun = await client.call('/clients/passkeys/options', { method: 'POST' });
  const added = await client.call('/clients/passkeys', {
    body: { credential: key.create(begun.json.data), name: 'My phone' },
  });
  if (added.status !== 201) throw new Error(`no passkey was set: ${added.text}`);
  const asked = await client.call('/clients/proofs/options', { method: 'POST' });
  const proven = await client.call('/clients/proofs', { body: { credential: key.use(asked.json.data.passkey) } });
  if (proven.status !== 200) throw new Error(`the passkey was refused: ${proven.text}`);
  client.token = proven.json.jwt;
  return key;
}
