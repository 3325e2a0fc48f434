import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSignatureOf, isSignedNotice, readSignatureInputs, signatureBase } from './http-signature.ts';

describe('the example of RFC 9421, B.2.4, which another implementation signed', () => {
  const key = createPublicKey(`-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
-----END PUBLIC KEY-----`);
  const input =
    'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"';
  const bytes = Buffer.from(
    'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==',
    'base64',
  );
  const fields: Record<string, string> = {
    '@status': '200',
    'content-type': 'application/json',
    'content-digest':
      'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
    'content-length': '23',
  };
  const [one] = readSignatureInputs(input);

  test('is read', () => {
    expect(one).toMatchObject({ label: 'sig-b24', keyId: 'test-key-ecc-p256', created: 1_618_884_473, expires: null });
  });

  test('is verified', () => {
    expect(
      isSignatureOf(
        signatureBase(one!, (name) => fields[name] ?? null)!,
        bytes,
        key,
      ),
    ).toBe(true);
  });

  test.each(Object.keys(fields))('is not verified with another %s', (name) => {
    const changed = { ...fields, [name]: `${fields[name]} ` };
    expect(
      isSignatureOf(
        signatureBase(one!, (field) => changed[field] ?? null)!,
        bytes,
        key,
      ),
    ).toBe(false);
  });

  test('is not verified as a signature of other components', () => {
    const [other] = readSignatureInputs(input.replace(' "content-length"', ''));
    expect(
      isSignatureOf(
        signatureBase(other!, (name) => fields[name] ?? null)!,
        bytes,
        key,
      ),
    ).toBe(false);
  });
});

describe('a notice', () => {
  const address = 'https://izi.example/api/payments/pawapay/webhook';
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const receivedAt = new Date('2026-11-27T12:00:00Z');
  const seconds = receivedAt.getTime() / 1_000;
  const body = Buffer.from('{"depositId":"1","status":"COMPLETED"}');
  const usual = '"@method" "@authority" "@path" "signature-date" "content-digest" "content-type"';

  interface Wish {
    readonly components?: string;
    readonly created?: number;
    readonly expires?: number | null;
    readonly date?: string;
    readonly digest?: string;
    readonly encoding?: 'der' | 'ieee-p1363';
    readonly alg?: string;
    readonly authority?: string;
    readonly path?: string;
  }

  /** Signs as the documentation says, by code of the test's own. */
  function signed(wish: Wish = {}) {
    const { components = usual, created = seconds, expires = seconds + 60, alg = 'ecdsa-p256-sha256' } = wish;
    const headers = {
      'content-type': 'application/json',
      'signature-date': wish.date ?? new Date(created * 1_000).toISOString(),
      'content-digest': wish.digest ?? `sha-512=:${createHash('sha512').update(body).digest('base64')}:`,
    };
    const parts: Record<string, string> = {
      '@method': 'POST',
      '@authority': wish.authority ?? 'izi.example',
      '@path': wish.path ?? '/api/payments/pawapay/webhook',
    };
    const end = expires === null ? '' : `;expires=${expires}`;
    const params = `(${components});alg="${alg}";keyid="KEY:1";created=${created}${end}`;
    const lines = [...components.matchAll(/"([^"]+)"/g)].map(
      ([, name]) => `"${name}": ${{ ...headers, ...parts }[name!]}`,
    );
    const base = [...lines, `"@signature-params": ${params}`].join('\n');
    const bytes = sign('sha256', Buffer.from(base), { key: privateKey, dsaEncoding: wish.encoding ?? 'der' });
    return { ...headers, 'signature-input': `sig-pp=${params}`, signature: `sig-pp=:${bytes.toString('base64')}:` };
  }
  const isTaken = (headers: Record<string, string>, rawBody = body, keyId = 'KEY:1') =>
    isSignedNotice({ address, rawBody, headers, receivedAt }, async (id) => (id === keyId ? publicKey : null));
  const sha256 = (of: Buffer) => `sha-256=:${createHash('sha256').update(of).digest('base64')}:`;

  test.each<[string, Wish]>([
    ['in DER', {}],
    ['in the form of the RFC', { encoding: 'ieee-p1363' }],
    ['with the digest SHA-256', { digest: sha256(body) }],
    [
      'with two digests',
      { digest: `${sha256(body)}, sha-512=:${createHash('sha512').update(body).digest('base64')}:` },
    ],
    ['with the least that is demanded', { components: '"@method" "@path" "content-digest" "signature-date"' }],
    ['sent again ten minutes later', { created: seconds - 600, expires: seconds + 1 }],
    ['without an end', { expires: null, created: seconds - 299 }],
  ])('is taken %s', async (_how, wish) => {
    expect(await isTaken(signed(wish))).toBe(true);
  });

  test.each<[string, Wish]>([
    ['to another site', { authority: 'thief.example' }],
    ['to another address', { path: '/api/payments/other/webhook' }],
    ['without the method', { components: usual.replace('"@method" ', '') }],
    ['without the path', { components: usual.replace('"@path" ', '') }],
    ['without the digest', { components: usual.replace('"content-digest" ', '') }],
    ['without the date', { components: usual.replace('"signature-date" ', '') }],
    ['that names a component twice', { components: `${usual} "@method"` }],
    ['with a field that it does not have', { components: `${usual} "x-more"` }],
    ['with the digest of another body', { digest: sha256(Buffer.from('other')) }],
    ['with one digest of two that is another’s', { digest: `${sha256(body)}, sha-512=:AAAA:` }],
    ['with a digest that nobody knows', { digest: 'md5=:AAAA:' }],
    ['that has ended', { created: seconds - 60, expires: seconds - 1 }],
    ['from the future', { created: seconds + 400, expires: seconds + 500 }],
    ['too old, whatever it says of its end', { created: seconds - 1_300, expires: seconds + 60 }],
    ['too old without an end', { created: seconds - 301, expires: null }],
    ['with a date that is not its own', { date: '2026-11-27T11:00:00Z' }],
    ['with a date that is none', { date: 'now' }],
    ['by another algorithm', { alg: 'hmac-sha256' }],
  ])('is refused %s', async (_how, wish) => {
    expect(await isTaken(signed(wish))).toBe(false);
  });

  test('is refused by another key, with another body, and unsigned', async () => {
    expect(await isTaken(signed(), body, 'KEY:2')).toBe(false);
    expect(await isTaken(signed(), Buffer.from('{"depositId":"2"}'))).toBe(false);
    for (const name of ['signature', 'signature-input', 'content-digest', 'signature-date'] as const) {
      const { [name]: _, ...rest } = signed();
      expect(await isTaken(rest)).toBe(false);
    }
    expect(await isTaken({ ...signed(), signature: 'sig-pp=:AAAA:' })).toBe(false);
    expect(await isTaken({ ...signed(), signature: signed().signature.replace('sig-pp', 'sig-other') })).toBe(false);
  });

  test('is taken beside the signature of a proxy', async () => {
    const { signature, 'signature-input': input, ...rest } = signed();
    const proxy = 'sig-proxy=("@method");created=1;keyid="PROXY"';
    const both = { ...rest, 'signature-input': `${proxy}, ${input}`, signature: `sig-proxy=:AAAA:, ${signature}` };
    expect(await isTaken(both)).toBe(true);
  });
});
