import { createHash, verify, type KeyObject } from 'node:crypto';
import type { Headers, Notice } from '#server/payments/provider.ts';

/** One signature of an HTTP message, as its header `Signature-Input` describes it (RFC 9421). */
interface SignatureInput {
  readonly label: string;
  /** The signed components in their order: header fields, and parts of the request such as `@method`. */
  readonly components: readonly string[];
  /** The list and its parameters as they were sent: they are signed too. */
  readonly params: string;
  readonly keyId: string | null;
  readonly algorithm: string | null;
  /** Seconds since 1970. */
  readonly created: number | null;
  readonly expires: number | null;
}

/**
 * A label, components in quotes and parameters. A component with parameters of its own, such as `"@query-param";name="a"`, is not
 * read: what it stands for would have to be built in another way.
 */
const signature =
  /([a-z*][a-z0-9_.*-]{0,60})=(\(((?:"[a-z0-9@-]{1,60}" *){1,20})\)((?:;[a-z]{1,20}=(?:"[^"\\]*"|\d{1,12})){0,10}))/g;

export function readSignatureInputs(header: string): SignatureInput[] {
  return [...header.matchAll(signature)].map(([, label, params, components, parameters]) => {
    const given = new Map(
      [...parameters!.matchAll(/;([a-z]+)=(?:"([^"]*)"|(\d+))/g)].map(([, name, text, number]) => [
        name!,
        text ?? number!,
      ]),
    );
    const secondsOf = (name: string) => (given.has(name) ? Number(given.get(name)) : null);
    return {
      label: label!,
      components: [...components!.matchAll(/"([^"]+)"/g)].map(([, name]) => name!),
      params: params!,
      keyId: given.get('keyid') ?? null,
      algorithm: given.get('alg') ?? null,
      created: secondsOf('created'),
      expires: secondsOf('expires'),
    };
  });
}

/** The bytes that are signed; null when the message lacks one of the components, or names one twice. */
export function signatureBase(
  { components, params }: Pick<SignatureInput, 'components' | 'params'>,
  valueOf: (component: string) => string | null,
): string | null {
  if (new Set(components).size !== components.length) return null;
  const values = components.map((name) => [name, valueOf(name)] as const);
  if (values.some(([, value]) => value === null)) return null;
  const lines = values.map(([name, value]) => `"${name}": ${value}\n`);
  return `${lines.join('')}"@signature-params": ${params}`;
}

/** How long a signature is in the form of RFC 9421: the two numbers of 32 bytes each. */
const rawLength = 64;

/** pawaPay's own samples have the numbers in DER, which is what most libraries give. Both name the same two numbers. */
export function isSignatureOf(base: string, bytes: Buffer, key: KeyObject): boolean {
  const dsaEncoding = bytes.length === rawLength ? 'ieee-p1363' : 'der';
  return verify('sha256', Buffer.from(base), { key, dsaEncoding }, bytes);
}

/** Without these a signature says nothing about what we read: any of them could be replaced. */
const demanded = ['@method', '@path', 'content-digest', 'signature-date'];
/** How far the date of a signature may be from the clock, where it does not say when it ends. */
const toleranceSeconds = 300;
/** The longest time for which one that says when it ends is taken: notices are sent again for 15 minutes. */
const oldestSeconds = 20 * 60;
const algorithms = new Set([null, 'ecdsa-p256-sha256']);

/**
 * Whether a notice is signed by a key of its sender: it says what is signed, and that has to be at least the method, the path, the
 * digest and the date. The digest is computed again from the bytes that came in.
 */
export async function isSignedNotice(
  { address, rawBody, headers, receivedAt }: Notice,
  keyOf: (keyId: string) => Promise<KeyObject | null>,
): Promise<boolean> {
  const input = fieldOf(headers, 'signature-input');
  const signed = fieldOf(headers, 'signature');
  if (input === null || signed === null || !hasDigestOf(headers, rawBody)) return false;
  const valueOf = readComponents(address, headers);
  const now = receivedAt.getTime() / 1_000;
  // A second signature may be a proxy's: it counts for nothing.
  for (const one of readSignatureInputs(input)) {
    const bytes = signatureBytes(signed, one.label);
    const base = signatureBase(one, valueOf);
    if (bytes === null || base === null || one.keyId === null || !algorithms.has(one.algorithm)) continue;
    if (!demanded.every((name) => one.components.includes(name)) || !isInTime(one, headers, now)) continue;
    const key = await keyOf(one.keyId);
    if (key !== null && isSignatureOf(base, bytes, key)) return true;
  }
  return false;
}

function isInTime({ created, expires }: SignatureInput, headers: Headers, now: number): boolean {
  const date = Date.parse(fieldOf(headers, 'signature-date') ?? '') / 1_000;
  if (created === null || Number.isNaN(date) || Math.abs(date - created) > toleranceSeconds) return false;
  const age = now - created;
  if (age < -toleranceSeconds) return false;
  return expires === null ? age <= toleranceSeconds : now <= expires && age <= oldestSeconds;
}

/** Parts of the request come from where our own settings say that it was sent. */
function readComponents(address: string, headers: Headers): (component: string) => string | null {
  const { host, pathname, protocol } = new URL(address);
  const parts: Readonly<Record<string, string>> = {
    '@method': 'POST',
    '@authority': host,
    '@path': pathname,
    '@scheme': protocol.slice(0, -1),
    '@target-uri': address,
    '@request-target': pathname,
    '@query': '?',
  };
  return (name) => (name.startsWith('@') ? (parts[name] ?? null) : fieldOf(headers, name));
}

function fieldOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return (typeof value === 'string' ? [value] : value).map((line) => line.trim()).join(', ');
}

function signatureBytes(header: string, label: string): Buffer | null {
  const found = [...header.matchAll(/([a-z*][a-z0-9_.*-]{0,63})=:([A-Za-z0-9+/=]{1,400}):/g)].find(
    ([, name]) => name === label,
  );
  return found === undefined ? null : Buffer.from(found[2]!, 'base64');
}

/** Whether there is a digest of an algorithm that we know, and each one is that of the body. */
function hasDigestOf(headers: Headers, body: Buffer): boolean {
  const header = fieldOf(headers, 'content-digest') ?? '';
  const digests = [...header.matchAll(/(sha-256|sha-512)=:([A-Za-z0-9+/=]{1,200}):/g)];
  const isOfBody = ([, algorithm, value]: RegExpExecArray) =>
    createHash(algorithm!.replace('-', '')).update(body).digest('base64') === value;
  return digests.length > 0 && digests.every(isOfBody);
}
