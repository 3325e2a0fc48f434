import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPaymentSite, type PaymentSite } from '#tests/support/money/payment-site.ts';

let site: PaymentSite;
beforeEach(async () => {
  site = await startPaymentSite();
});
afterEach(() => site.close());

test('the hosted page says who pays what, runs nothing else, and is not cached', async () => {
  const awa = await site.signIn();
  const { data: payment } = (await awa.deposit({ amount: 12_500, firstName: '<script>' })).body;
  const response = await fetch(payment.redirectUrl!);
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('12\u202f500\u202fXOF');
  expect(html).toContain('&lt;script&gt; Koné');
  expect(html).toMatch(/<dd>\+225(\u00a0\d\d){5}<\/dd>/);
  expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
  for (const label of ['Approve', 'Decline', 'Never answer']) expect(html).toContain(`>${label}</button>`);
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${site.url}; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const stylesheet = await fetch(`${site.url}/sandbox/style.css`);
  expect([stylesheet.status, stylesheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
});

test('a decided payment offers no more choice', async () => {
  const awa = await site.signIn();
  const { data: payment } = (await awa.deposit()).body;
  await site.decide(payment, 'decline');
  const html = await (await fetch(payment.redirectUrl!)).text();
  expect(html).toContain('This payment was declined');
  expect(html).not.toContain('<button');
  expect((await site.decide(payment, 'approve')).status).toBe(303);
  expect(await (await fetch(payment.redirectUrl!)).text()).toContain('This payment was declined');
});

test('an approved payment can be refunded in part and then the rest, and no other payment can', async () => {
  const awa = await site.signIn();
  const { data: payment } = (await awa.deposit()).body;
  const html = async () => (await fetch(payment.redirectUrl!)).text();
  const refund = (amount?: string) =>
    fetch(payment.redirectUrl!, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'refund', ...(amount !== undefined && { amount }) }),
      redirect: 'manual',
    });
  expect((await refund()).status).toBe(303);
  expect(await html()).toContain('Approve this payment?');
  await site.decide(payment, 'approve');
  expect(await html()).toContain('>Give it back</button>');
  for (const amount of ['0', '-5', '1.5', 'all', '']) expect((await refund(amount)).status).toBe(400);
  await refund('400');
  expect(await html()).toContain('400\u202fXOF of this payment were given back');
  await refund();
  expect(await html()).toContain('This payment was given back');
  expect(await html()).not.toContain('<button');
});

test('an unknown address has no payment, and an unknown outcome decides nothing', async () => {
  const awa = await site.signIn();
  const { data: payment } = (await awa.deposit()).body;
  for (const address of [`${site.url}/sandbox/pay/sbx_0`, `${payment.redirectUrl}0`]) {
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(address, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }) })).status).toBe(
      404,
    );
  }
  expect((await site.decide(payment, 'approved')).status).toBe(400);
  expect((await fetch(payment.redirectUrl!, { method: 'POST', body: '{"outcome":"approve"}' })).status).toBe(400);
  expect((await awa.payment(payment.id)).status).toBe('pending');
});

test('its API is for the merchant only, and accepts a reference once', async () => {
  const send = (authorization: string, body: string) =>
    fetch(`${site.url}/sandbox/v1/payouts`, { method: 'POST', headers: { authorization }, body });
  const order = JSON.stringify({ reference: 'one', amount: 500, method: 'wave', phone: '+2250707070707' });
  const merchant = 'Bearer the secret of the calls';
  expect((await send('Bearer a guess', order)).status).toBe(401);
  expect((await send(merchant, 'not JSON')).status).toBe(400);
  expect((await send(merchant, '{"amount":-5}')).status).toBe(422);
  expect((await send(merchant, order)).status).toBe(201);
  expect((await send(merchant, order)).status).toBe(409);
  const read = (headers: Record<string, string>) => fetch(`${site.url}/sandbox/v1/payouts?reference=one`, { headers });
  expect((await read({})).status).toBe(401);
  expect(await (await read({ authorization: merchant })).json()).toMatchObject({
    reference: 'one',
    status: 'processing',
  });
});
