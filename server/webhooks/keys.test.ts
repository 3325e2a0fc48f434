import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { openWebhookKeys } from './keys.ts';

const key = randomBytes(32);
const endpoint = randomUUID();
const body = JSON.stringify({
  type: 'draw.settled',
  timestamp: '2026-11-27T10:00:00.000Z',
  data: { draw: randomUUID() },
});

function signed(generations: readonly number[]) {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const sign = (generation: number) => openWebhookKeys(key, endpoint, generation).sign(`${id}.${timestamp}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': generations.map(sign).join(' '),
  };
}

test('the library of Standard Webhooks takes our signatures with the secret of the endpoint, and with none other', () => {
  const receiver = new Webhook(openWebhookKeys(key, endpoint, 1).secret);
  expect(receiver.verify(body, signed([1]))).toEqual(JSON.parse(body));
  expect(receiver.verify(body, signed([2, 1]))).toEqual(JSON.parse(body));
  expect(() => receiver.verify(`${body} `, signed([1]))).toThrow('No matching signature');
  expect(() => receiver.verify(body, signed([2]))).toThrow('No matching signature');
  expect(() => receiver.verify(body, { ...signed([1]), 'webhook-id': randomUUID() })).toThrow('No matching signature');
});

test('keys follow from the key of the site, the endpoint and their number', () => {
  const { secret, publicKey } = openWebhookKeys(key, endpoint, 1);
  const others = [
    openWebhookKeys(key, endpoint, 2),
    openWebhookKeys(key, randomUUID(), 1),
    openWebhookKeys(randomBytes(32), endpoint, 1),
  ];
  expect(openWebhookKeys(key, endpoint, 1)).toMatchObject({ secret, publicKey });
  for (const other of others) {
    expect(other.secret).not.toBe(secret);
    expect(other.publicKey).not.toEqual(publicKey);
  }
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
});
