import { createPublicKey, randomBytes } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { encryptPush, mostPlainBytes } from './encrypt.ts';
import { isPushEndpoint, usualPushHosts } from './endpoint.ts';
import { openPushIdentity } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('a message is encrypted like the example of RFC 8291', () => {
  const browser = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const fresh = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  };
  expect(
    encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), browser, fresh).toString('base64url'),
  ).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(encryptPush(Buffer.alloc(mostPlainBytes), browser)).toHaveLength(4_096);
  expect(() => encryptPush(Buffer.alloc(mostPlainBytes + 1), browser)).toThrow(RangeError);
});

test('the site identifies itself to one push service, for half a day', async () => {
  const own = openPushIdentity(randomBytes(32), () => 'https://izi.example');
  const now = Date.now();
  const header = own.authorize('https://fcm.googleapis.com', now);
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(own.publicKey);
  const point = bytes(own.publicKey);
  expect(point).toHaveLength(65);
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
    algorithms: ['ES256'],
    audience: 'https://fcm.googleapis.com',
  });
  expect(payload).toMatchObject({ sub: 'https://izi.example', exp: Math.floor(now / 1_000) + 12 * 60 * 60 });
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/a', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://web.push.apple.com/a', true],
  ['http://fcm.googleapis.com/fcm/send/a', false],
  ['https://fcm.googleapis.com:8443/a', false],
  ['https://fcm.googleapis.com@127.0.0.1/a', false],
  ['https://127.0.0.1/a', false],
  ['https://[::1]/a', false],
  ['https://localhost/a', false],
  ['https://169.254.169.254/latest', false],
  ['https://evilpush.apple.com.example/a', false],
  ['https://evilpush.apple.com/a', false],
  ['https://xfcm.googleapis.com/a', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('%s may be sent to: %s', (endpoint, may) => {
  expect(isPushEndpoint(endpoint, usualPushHosts)).toBe(may);
});
