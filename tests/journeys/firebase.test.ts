import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { untilQuiet } from '#tests/support/browser/quiet.ts';
import { createOutsider, register } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { startStandIn, type StandIn } from '#tests/support/stand-ins/start.ts';
import {
  authUser,
  confirmByFirebase,
  firebaseSettings,
  keptByFirebase,
  logOut,
  noEnterprise,
  project,
} from './firebase.ts';
import { eventually, journey, journeysOn, rememberedAs } from './support.ts';

confirmByFirebase(() => startStandIn('firebase'));

// A site with Firebase itself, whose scripts and calls the browser gets from this test.

let google: StandIn;
let app: TestApp;
beforeAll(async () => {
  google = await startStandIn('firebase');
  app = await startApp(firebaseSettings);
});
afterAll(async () => {
  await app.close();
  await google.stop();
});
const journeyWithGoogle = journeysOn(
  () => Promise.resolve(app),
  async (context) => {
    await context.route('https://identitytoolkit.googleapis.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const url = `${google.url}/identitytoolkit.googleapis.com${pathname}${search}`;
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const fulfil = (address: string, contentType: string, body: string) =>
      context.route(address, (route) => route.fulfill({ contentType, body }));
    await fulfil('https://www.google.com/recaptcha/api.js*', 'text/javascript', `(${String(loadRecaptcha)})()`);
    await fulfil('https://www.gstatic.com/recaptcha/**', 'text/javascript', `(${String(startRecaptcha)})()`);
    await fulfil('https://www.google.com/recaptcha/api2/anchor', 'text/html', '<p>reCAPTCHA</p>');
  },
);

/** The effect of reCAPTCHA on the page, in an imitation. */
interface Rules {
  createHTML: (text: string) => string;
}

interface Recaptcha {
  onRecaptcha?: string;
  grecaptcha?: object;
  [callback: string]: unknown;
}

/** As `api.js`: it names its script by text, and with `trustedtypes=true` it writes no HTML but through a policy of its own. */
function loadRecaptcha(): void {
  const { searchParams } = new URL((document.currentScript as HTMLScriptElement).src);
  const page = window as unknown as Recaptcha & {
    trustedTypes: { createPolicy: (name: string, rules: object) => Rules };
  };
  page.onRecaptcha = searchParams.get('onload')!;
  const html = '<i></i>';
  const isTrusting = searchParams.get('trustedtypes') === 'true';
  const policy: Rules | null = isTrusting
    ? page.trustedTypes.createPolicy('recaptcha#1', { createHTML: (text: string) => text })
    : null;
  document.createElement('div').innerHTML = policy ? policy.createHTML(html) : html;
  const script = document.createElement('script');
  script.src = 'https://www.gstatic.com/recaptcha/releases/1/recaptcha__en.js';
  document.head.append(script);
}

function startRecaptcha(): void {
  const page = window as unknown as Recaptcha;
  let answer = (_token: string) => {};
  page.grecaptcha = {
    render(place: HTMLElement, { callback }: { callback: (token: string) => void }) {
      answer = callback;
      const frame = document.createElement('iframe');
      frame.src = 'https://www.google.com/recaptcha/api2/anchor';
      place.append(frame);
      return 0;
    },
    execute: () => setTimeout(() => answer('a person'), 50),
    getResponse: () => '',
    reset: () => {},
  };
  (page[page.onRecaptcha!] as () => void)();
}

journeyWithGoogle.long(
  'reCAPTCHA runs under Trusted Types, and ends with the page that needs it',
  async ({ visit }) => {
    const newcomer = createOutsider(app.url);
    const account = await register(newcomer);
    const visitor = await visit('phone', { ...rememberedAs(newcomer), baseURL: app.url });
    const { page } = visitor;
    await page.route('**/api/clients/otp/firebase/callback', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        json: { code: 'phone_taken', status: 422, title: 'Taken', detail: 'This phone has another account.' },
      }),
    );
    await visitor.open('/auth/confirm');
    await page.getByRole('button', { name: 'Get a code from Google' }).tap();
    await page.getByText(/^Google sent a text message/).waitFor();
    const asked = (await google.seen()).find(({ path }) => path.includes('accounts:sendVerificationCode'))!;
    expect(asked.body).toMatchObject({ phoneNumber: account.phone, recaptchaToken: 'a person' });

    const handedOver = page.waitForRequest('**/api/clients/otp/firebase/callback');
    await page.getByLabel('Code', { exact: true }).fill(await newestCode());
    const { idToken } = (await handedOver).postDataJSON() as { idToken: string };
    expect(JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString())).toMatchObject({
      aud: project,
      phone_number: account.phone,
    });
    await page.getByText('This phone has another account.').waitFor();
    visitor.expectTrouble(/status of 422/);
    await auditPage(page, 'a code of Firebase that we refuse');

    // A code that we have refused is not sent again.
    expect(await page.getByRole('button', { name: 'Confirm', exact: true }).isDisabled()).toBe(true);
    expect(await keptByFirebase(visitor)).toEqual({ session: [], local: [authUser] });

    expect(await hasRecaptcha(page)).toBe(true);
    await logOut(visitor);
    await eventually(() => hasRecaptcha(page).catch(() => true), false);
    expect(await keptByFirebase(visitor)).toEqual({ session: [], local: [] });
    visitor.expectTrouble(noEnterprise);
    visitor.expectTrouble(/^asks https:\/\/(identitytoolkit\.googleapis|www\.google|www\.gstatic)\.com\//);
  },
);

async function newestCode(): Promise<string> {
  const response = await fetch(`${google.url}/emulator/v1/projects/${project}/verificationCodes`);
  return ((await response.json()) as { verificationCodes: { code: string }[] }).verificationCodes.at(-1)!.code;
}

function hasRecaptcha(page: Page): Promise<boolean> {
  return page.evaluate(() => 'grecaptcha' in window);
}

journeyWithGoogle('where Google cannot be reached, the page says so, and our own code confirms', async ({ visit }) => {
  const newcomer = createOutsider(app.url);
  await register(newcomer);
  const visitor = await visit('phone', { ...rememberedAs(newcomer), baseURL: app.url });
  const { page } = visitor;
  await visitor.context.route('https://*/**', (route) => route.abort('connectionfailed'));
  await visitor.open('/auth/confirm?by=firebase');
  await page.getByRole('button', { name: 'Send the code' }).tap();
  await page.getByRole('alert').getByText('Google could not send or check the code.').waitFor();
  await page.getByRole('button', { name: 'Use the code from our message' }).tap();
  await page.getByRole('button', { name: /^Use \d{6}$/ }).tap();
  await visitor.arrive('/', 'Play');
  visitor.expectTrouble(/ERR_CONNECTION_FAILED|^asks https:/);
});

test('the policy is open on the one address that uses Firebase, as far as it has to be', async () => {
  // Each page has hashes of its own inline code.
  const policyOf = async (path: string) =>
    (await fetch(app.url + path)).headers.get('content-security-policy')!.replaceAll(/ 'sha256-[^']+'/g, '');
  const strict = await policyOf('/auth/confirm');
  expect(strict).not.toMatch(/google|gstatic|frame-src/);
  for (const path of ['/', '/shell', '/auth/login?by=firebase', '/auth/confirm?by=firebase&more', '/fr/auth/confirm']) {
    expect(await policyOf(path), path).toBe(strict);
  }
  for (const path of ['/auth/confirm?by=firebase', '/fr/auth/confirm?by=firebase']) {
    const added = (await policyOf(path)).split(/;? /).filter((word) => !strict.split(/;? /).includes(word));
    expect(added, path).toEqual([
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://identitytoolkit.googleapis.com',
      'https://www.google.com/recaptcha/',
      '*',
      'frame-src',
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ]);
    expect(await policyOf(path)).toContain(`require-trusted-types-for 'script'; trusted-types izi *;`);
  }
});

journey('a site without Firebase ships nothing of it', async ({ site, visit }) => {
  const newcomer = createOutsider(site.url);
  await register(newcomer);
  const visitor = await visit('phone', { ...rememberedAs(newcomer), baseURL: site.url });
  const { page } = visitor;
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
  for (const path of ['/auth/confirm', '/auth/confirm?by=firebase']) {
    const answer = page.waitForResponse('**/api/clients/otp/firebase');
    const response = await page.goto(path);
    expect(await (await answer).json()).toEqual({ data: null });
    expect(response!.headers()['content-security-policy']).not.toMatch(/google/);
    await visitor.arrive(path, 'Confirm your phone');
    await page.getByText(/^We sent a code to/).waitFor();
    expect(await page.getByText('Google').count()).toBe(0);
  }
  await untilQuiet(page);
  expect(loaded.filter((path) => /firebase-|PhoneService/.test(path))).toEqual([]);
  // The service worker loads the code of other screens ahead.
  const worker = await (await fetch(`${site.url}/service-worker.js`)).text();
  expect(worker).toContain('/assets/ConfirmPhone-');
  expect(worker).not.toMatch(/\/assets\/(firebase|PhoneService)-/);
});
