import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { addAuthenticator } from '#tests/support/browser/virtual-authenticator.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { runsLong } from '#tests/support/long-run.ts';

let site: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Another program on the same machine, that an operator has open in the same browser. */
let other: Server;

beforeAll(async () => {
  site = await startApp({ CONSOLE_PORT: '0' });
  browser = await connectChromium();
  other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title><body>other');
  });
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await browser.close();
  other.closeAllConnections();
  other.close();
  await site.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const url = () => site.consoleUrl!;
const otherUrl = (host = 'localhost') => `http://${host}:${(other.address() as AddressInfo).port}/`;
const owner = () => site.database.owner;

const operators = async () =>
  (await owner().query<{ name: string }>('select name from console.operator where not demo')).map(({ name }) => name);
const countRefused = async () => (await owner().query(`select from console.audit where act = 'call_refused'`)).length;

/** The link of an operator whom the owner of the tables has made. */
async function inviteAsOwner(name: string, role: OperatorRole): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await owner().query('select console.make_link_as_owner($1, $2::text[]::console.role[], $3, true)', [
    name,
    [role],
    createHash('sha256').update(token).digest(),
  ]);
  return `${url()}/#join=${token}`;
}

async function comeInAsDemo(): Promise<void> {
  await page.goto(`${url()}/#demo=admin`);
  await page.getByText('demo-admin-').first().waitFor();
}

test('a newcomer gets into a demonstration with one click on the link that npm start prints', async () => {
  await page.goto(`${url()}/#demo`);
  await page
    .getByText(/demo-risk-compliance-\d/)
    .first()
    .waitFor();
  expect(new URL(page.url()).hash).toBe('');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({
    name: '__Host-izi-console',
    secure: true,
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    expires: -1,
  });
  expect(await page.evaluate('document.cookie')).toBe('');
});

test.runIf(runsLong)('an operator sets two passkeys by a link, and signs in with one of them', async () => {
  const link = await inviteAsOwner('ama', 'admin');
  await page.goto(link);
  for (const name of ['desk', 'bag']) {
    const authenticator = await addAuthenticator(page);
    await page.getByLabel(/Name of the passkey/).fill(name);
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await page.getByText(name, { exact: true }).waitFor();
    // The second one is another device.
    if (name === 'desk') await authenticator.remove();
  }
  await page.getByText('That is enough. Sign in with one of them.').waitFor();
  await page.getByRole('button', { name: 'To the sign-in' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('ama', { exact: true }).first().waitFor();
  const [session] = await owner().query(
    `select signed_in_with, stage::text from console.session s join console.operator o on o.id = operator_id
     where o.name = 'ama' order by s.created_at desc limit 1`,
  );
  expect(session).toEqual({ signed_in_with: 'passkey', stage: 'full' });
  // The link is over, in every browser.
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await stranger.getByText('This link is over').first().waitFor();
  await stranger.context().close();
});

test('an authenticator that does not verify its user lets nobody in', async () => {
  const authenticator = await addAuthenticator(page);
  await page.goto(await inviteAsOwner('kofi', 'admin'));
  await page.getByLabel(/Name of the passkey/).fill('desk');
  await authenticator.setUserVerified(false);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(
    await owner().query(
      `select from console.passkey p join console.operator o on o.id = operator_id where o.name = 'kofi'`,
    ),
  ).toEqual([]);
});

describe('while an operator is signed in, nothing in the same browser can be written by', () => {
  const forged = { name: 'mallory', roles: ['support'], reason: 'a forgery' };

  async function expectNothing(attack: () => Promise<unknown>): Promise<void> {
    await comeInAsDemo();
    const before = await operators();
    await attack();
    expect(await operators()).toEqual(before);
  }

  /** Sends it from a page of the same machine, as such a page can: what it may not read, it can still send. */
  const send = (from: string, body: unknown, init: object) => async () => {
    await page.goto(from);
    const answers = page
      .waitForResponse((response) => response.url().endsWith('/operator/operators'))
      .catch(() => null);
    const failed = page.waitForEvent('requestfailed').catch(() => null);
    await page.evaluate(
      ([address, text, given]) => fetch(address!, { ...JSON.parse(given!), body: text! }).catch(() => null),
      [`${url()}/operator/operators`, JSON.stringify(body), JSON.stringify(init)] as const,
    );
    const answer = await Promise.race([answers, failed]);
    if (answer !== null && 'status' in answer) expect(answer.status()).toBe(403);
  };

  const plain = { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': 'text/plain' } };
  const json = { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' } };

  test('another port of the same host, in plain text', () => expectNothing(() => send(otherUrl(), forged, plain)()));

  test('another port of the same host, as JSON, for which the browser asks first', () =>
    expectNothing(() => send(otherUrl(), forged, json)()));

  test('a sub-domain', () => expectNothing(() => send(otherUrl('evil.localhost'), forged, plain)()));

  test('another site', () => expectNothing(() => send(otherUrl('127.0.0.1'), forged, plain)()));

  test('a plain form', () =>
    expectNothing(async () => {
      await page.goto(otherUrl());
      const answered = page.waitForResponse((response) => response.url().endsWith('/operator/operators'));
      await page.evaluate((address) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: address, enctype: 'text/plain' });
        const field = document.createElement('input');
        Object.assign(field, { name: '{"name":"mallory","roles":["support"],"reason":"', value: '"}' });
        form.append(field);
        document.body.append(form);
        form.submit();
      }, `${url()}/operator/operators`);
      expect((await answered).status()).toBe(403);
    }));

  test('a frame: the browser shows none', () =>
    expectNothing(async () => {
      await page.goto(otherUrl());
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.evaluate((address) => {
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(frame);
      }, url());
      await expect.poll(() => said.join(' ')).toMatch(/frame-ancestors|X-Frame-Options/i);
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    }));

  test('a picture that would open a player: looks are recorded, so it is refused as well', () =>
    expectNothing(async () => {
      await page.goto(otherUrl());
      await page.evaluate(
        (address) =>
          new Promise((failed) => {
            Object.assign(new Image(), { onerror: failed, src: address });
          }).then(() => null),
        `${url()}/operator/identity-checks`,
      );
    }));

  test('a program with the stolen cookie and no page: no origin, and no token', () =>
    expectNothing(async () => {
      const [cookie] = await context.cookies();
      const post = (headers: Record<string, string>) =>
        fetch(`${url()}/operator/operators`, {
          method: 'POST',
          headers: { cookie: `${cookie!.name}=${cookie!.value}`, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(forged),
        });
      expect((await post({})).status).toBe(403);
    }));

  test('a request from the console’s own page without the token', async () => {
    await comeInAsDemo();
    const before = await operators();
    const status = await page.evaluate(
      async (body) =>
        (
          await fetch('/operator/operators', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).status,
      forged,
    );
    expect([status, await operators()]).toEqual([403, before]);
    expect(await countRefused()).toBeGreaterThan(0);
  });
});

test('the page runs no inline code, and the browser refuses injected code', async () => {
  await comeInAsDemo();
  const answer = await page.request.get(url());
  expect(answer.headers()['content-security-policy']).toContain(`require-trusted-types-for 'script'`);
  expect(answer.headers()['x-frame-options']).toBe('DENY');
  const wrote = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
      return true;
    } catch {
      return false;
    }
  });
  expect(wrote).toBe(false);
});
