import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Undeliverable } from './sender.ts';
import { createSmtpSender } from './smtp.ts';

let server: SMTPServer;
let port: number;
const received: { readonly from: string; readonly to: string[]; readonly raw: string }[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'izi' && password === 'secret' ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody')) return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
      if (address.startsWith('full')) return done(Object.assign(new Error('mailbox full'), { responseCode: 452 }));
      return done();
    },
    onData: (stream, { envelope }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      text(stream).then((raw) => done(void received.push({ from, to, raw })), done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const send = (to: string, url = `smtp://izi:secret@127.0.0.1:${port}`) =>
  createSmtpSender({ url, from: 'Izi <no-reply@izi.example>', subject: 'Izi' })({
    to,
    channel: 'email',
    text: 'Your code is 123456.',
    key: '17',
  });

test('a message arrives', async () => {
  await send('awa@example.com');
  const [message] = received;
  expect(message).toMatchObject({ from: 'no-reply@izi.example', to: ['awa@example.com'] });
  expect(message?.raw).toContain('Subject: Izi');
  expect(message?.raw).toContain('Your code is 123456.');
  expect(message?.raw).toContain('Message-ID: <17@izi.example>');
});

test('an address cannot add another one', async () => {
  for (const address of ['awa@example.com\r\nBcc: eve@example.com', 'awa@example.com, eve@example.com']) {
    await send(address).catch(() => {});
  }
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com');
});

test('a mailbox that does not exist can never be reached', async () => {
  await expect(send('nobody@example.com')).rejects.toBeInstanceOf(Undeliverable);
});

test.each([
  ['a full mailbox', 'full@example.com', () => undefined],
  ['a wrong password', 'awa@example.com', () => `smtp://izi:wrong@127.0.0.1:${port}`],
  ['a server that is away', 'awa@example.com', () => 'smtp://127.0.0.1:1'],
])('%s is tried again', async (_name, to, url) => {
  const error: unknown = await send(to, url()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Undeliverable);
});
