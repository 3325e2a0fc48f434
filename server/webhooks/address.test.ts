import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress, resolveEndpoint } from './address.ts';
import { postWebhook } from './post.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'not an address',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '196.200.1.1', '2606:4700::1111', '2c0f:f248::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

const hosts = ['partner.example', '*.shops.example'];
const at =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

test('a name in WEBHOOK_HOSTS leads to its address', async () => {
  const found = { address: '8.8.4.4', family: 4 };
  for (const url of ['https://partner.example/izi?a=1', 'https://a.shops.example', 'https://a.b.shops.example:443/']) {
    expect(await resolveEndpoint(new URL(url), hosts, at('2606:4700::1111', '8.8.4.4'))).toEqual(found);
  }
});

test.each([
  'http://partner.example/',
  'https://partner.example:8443/',
  'https://user:password@partner.example/',
  'https://other.example/',
  'https://xshops.example/',
  'https://partner.example./',
  'https://8.8.8.8/',
  'https://2130706433/',
  'https://[::1]/',
  'https://localhost/',
  'http://localhost:3000/',
])('%s is sent nothing', async (url) => {
  await expect(resolveEndpoint(new URL(url), hosts, at('8.8.8.8'))).rejects.toThrow('host_not_allowed');
});

test('a name is looked up at each try, and is sent nothing while one of its addresses is in a private network', async () => {
  const url = new URL('https://partner.example/');
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '::1']]) {
    await expect(resolveEndpoint(url, hosts, at(...addresses))).rejects.toThrow('address_not_public');
  }
  await expect(resolveEndpoint(url, hosts, at())).rejects.toThrow('no_address');
  await expect(resolveEndpoint(url, hosts, () => Promise.reject(new Error('ENOTFOUND')))).rejects.toThrow('no_address');
});

test('an event goes to the address that was looked at, and follows no redirect', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    response.writeHead(302, { location: '/elsewhere', 'retry-after': '70' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Nobody has this name.
  const url = new URL(`http://partner.invalid:${port}/izi`);
  const here = { address: '127.0.0.1', family: 4 };
  expect(await postWebhook(url, here, {}, '{}')).toEqual({ status: 302, wait: 70 });
  expect(asked).toEqual([`partner.invalid:${port} /izi`]);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await expect(postWebhook(url, here, {}, '{}')).rejects.toThrow('no_answer');
});
