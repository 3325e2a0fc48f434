import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { untilQuiet } from '#tests/support/browser/quiet.ts';
import { addAuthenticator, type Spoiled } from '#tests/support/browser/virtual-authenticator.ts';
import { paymentBody } from '#tests/support/players/outsider.ts';
import {
  choose,
  eventually,
  fillSignUp,
  journey,
  signIn,
  suggestNoPasskey,
  tokensOf,
  type Journey,
  type Visit,
} from './support.ts';

const setButton = 'Set a passkey';
const signInButton = 'Use a passkey';
const password = 'correct horse 9';

const security = (page: Page) => page.getByRole('region', { name: 'Password, passkeys' });
const setting = (page: Page) => page.getByRole('dialog', { name: setButton });

/** Opens the dialog, and sets a passkey with the name that it suggests. */
async function setPasskey(page: Page, name?: string): Promise<void> {
  await security(page).getByRole('button', { name: setButton }).tap();
  if (name !== undefined) await setting(page).getByLabel('Name', { exact: true }).fill(name);
  await setting(page).getByRole('button', { name: 'Set the passkey' }).tap();
}

/** The recovery codes that come with the first passkey. */
async function keepCodes(page: Page): Promise<string[]> {
  const kept = page.getByRole('dialog', { name: 'Recovery codes' });
  await kept.getByRole('button', { name: 'I have kept them' }).waitFor();
  const codes = await kept.getByRole('listitem').allInnerTexts();
  await kept.getByRole('button', { name: 'I have kept them' }).tap();
  return codes;
}

async function logOut(visit: Visit): Promise<void> {
  await visit.open('/profile');
  await visit.page.getByRole('main').getByRole('button', { name: 'Log out' }).tap();
  await visit.arrive('/', 'Play');
}

// A virtual authenticator takes up a suggestion at once, so most of these journeys go without.
journey('a client sets a passkey, signs in with it, loses the phone and gets back in', async ({ visit }) => {
  const phone = `+22505${String(Date.now() % 1e6).padStart(6, '0')}66`;
  const first = await visit('phone');
  const { page } = first;
  await suggestNoPasskey(first);
  const device = await addAuthenticator(page);
  await first.open('/auth/signup');
  await fillSignUp(page, { phone, password });
  await first.arrive('/auth/confirm', 'Confirm your phone');
  await page.getByRole('button', { name: /^Use \d{6}$/ }).tap();
  await first.arrive('/', 'Play');

  await first.open('/profile#security');
  await security(page).getByRole('button', { name: setButton }).tap();
  await auditPage(page, 'setting a passkey');
  await setting(page).getByLabel('Name', { exact: true }).fill('My phone');
  await setting(page).getByRole('button', { name: 'Set the passkey' }).tap();
  const codes = await keepCodes(page);
  expect(codes).toHaveLength(10);
  await security(page).getByText('My phone', { exact: true }).waitFor();
  expect(await device.countPasskeys()).toBe(1);
  await auditPage(page, 'the section Security with a passkey');
  await logOut(first);

  await first.open('/auth/login');
  await choose(page.getByLabel('Keep me signed in'));
  await page.getByRole('button', { name: signInButton }).tap();
  await first.arrive('/', 'Play');
  expect((await tokensOf(page)).local).toMatch(/^Bearer /);
  await first.open('/profile#security');
  await security(page)
    .getByText(/^Set .+, last used/)
    .waitFor();

  // Another phone, without the passkey, and without the password either.
  const second = await visit('phone');
  const other = second.page;
  await suggestNoPasskey(second);
  await addAuthenticator(other);
  await second.open('/auth/login');
  await other.getByRole('button', { name: signInButton }).tap();
  await other.getByText('No passkey was used').waitFor();
  await auditPage(other, 'a sign-in without a passkey');
  await other.getByRole('link', { name: 'Forgot password?' }).tap();
  await second.arrive('/auth/forgot', 'Reset your password');
  await other.getByLabel('Phone or e-mail', { exact: true }).fill(phone);
  await other.getByRole('button', { name: 'Send a code' }).tap();
  await other
    .getByRole('button', { name: /^Use \d{6}$/ })
    .first()
    .tap();
  await other.getByLabel('Password', { exact: true }).fill('quite another one');
  await other.getByRole('button', { name: 'Save and sign in' }).tap();
  await second.arrive('/auth/forgot', 'Confirm it is you');
  await other.getByRole('button', { name: 'Use your passkey' }).tap();
  await other.getByText('No passkey was used').waitFor();
  await auditPage(other, 'the second step with a passkey');
  await other.getByLabel('Recovery code', { exact: true }).fill(codes[2]!);
  await other.getByRole('button', { name: 'Confirm', exact: true }).tap();
  await second.arrive('/', 'Play');

  // The lost phone is signed out, and its passkey is removed.
  await second.open('/profile#security');
  await security(other).getByText('9 codes left').waitFor();
  await security(other).getByRole('button', { name: 'Remove My phone' }).tap();
  await security(other).getByText('My phone', { exact: true }).waitFor({ state: 'detached' });
  await first.open('/auth/login');
  await page.getByRole('button', { name: signInButton }).tap();
  await page.getByText('Passkey not known').waitFor();
  await auditPage(page, 'a sign-in with a removed passkey');
  first.expectTrouble(/status of 4(01|22)/);
});

journey('forbidden answers of an authenticator are refused', async (walk) => {
  const { remembered } = await walk.client(0);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await suggestNoPasskey(visitor);
  const device = await addAuthenticator(page);
  await visitor.open('/profile#security');

  // Somebody who is not the owner of the device can neither set nor use one.
  await device.setUserVerified(false);
  await setPasskey(page);
  await setting(page).getByText('No passkey was set').waitFor();
  await auditPage(page, 'a passkey that was not set');
  await device.setUserVerified(true);
  for (const flaw of [{ isBadUV: true }, { isBadUP: true }] satisfies Spoiled[]) {
    await device.spoil(flaw);
    await setting(page).getByRole('button', { name: 'Set the passkey' }).tap();
    await setting(page).getByText('Passkey refused').waitFor();
    visitor.expectTrouble(/status of 422/);
    await device.spoil();
    await setting(page).getByRole('button', { name: 'Cancel' }).tap();
    await security(page).getByRole('button', { name: setButton }).tap();
  }
  await setting(page).getByRole('button', { name: 'Set the passkey' }).tap();
  await keepCodes(page);
  await security(page)
    .getByText('Android', { exact: true })
    .or(security(page).getByText('My device', { exact: true }))
    .waitFor();

  await logOut(visitor);
  await visitor.open('/auth/login');
  const use = page.getByRole('button', { name: signInButton });
  for (const flaw of [{ isBogusSignature: true }, { isBadUV: true }, { isBadUP: true }] satisfies Spoiled[]) {
    await device.spoil(flaw);
    await use.tap();
    await page.getByText('Passkey refused').waitFor();
    visitor.expectTrouble(/status of 422/);
    await device.spoil();
    await page.reload();
  }
  await device.setUserVerified(false);
  await use.tap();
  await page.getByText('No passkey was used').waitFor();
  await device.setUserVerified(true);
  await use.tap();
  await visitor.arrive('/', 'Play');

  // A second one on the same device is not made: the request excludes it.
  await visitor.open('/profile#security');
  await setPasskey(page, 'The same');
  await setting(page).getByText('There is one already').waitFor();
  expect(await device.countPasskeys()).toBeGreaterThan(0);
});

journey.long('the browser suggests a passkey in the phone field', async (walk) => {
  const { remembered } = await walk.client(0);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  const device = await addAuthenticator(page);
  await visitor.open('/profile#security');
  await setPasskey(page);
  await keepCodes(page);
  await logOut(visitor);
  await page.addInitScript(() => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    const mediations: (string | undefined)[] = [];
    credentials.get = (options) => {
      mediations.push(options?.mediation);
      return get(options);
    };
    Object.assign(globalThis, { mediations });
  });
  const mediations = () => page.evaluate(() => (globalThis as unknown as { mediations: unknown[] }).mediations);

  // Nobody takes it up: the form and the button work as always.
  await device.setPresence(false);
  await visitor.open('/auth/login');
  await eventually(mediations, ['conditional']);
  expect(await page.getByLabel('Phone or e-mail').getAttribute('autocomplete')).toBe('username webauthn');
  await device.setPresence(true);
  await page.getByRole('button', { name: signInButton }).tap();
  await visitor.arrive('/', 'Play');
  expect(await mediations()).toEqual(['conditional', undefined]);
  await logOut(visitor);

  // The virtual authenticator takes the suggestion up at once.
  await visitor.open('/auth/login');
  await visitor.arrive('/', 'Play');
  expect(await mediations()).toEqual(['conditional']);
  expect((await tokensOf(page)).session).toMatch(/^Bearer /);
});

journey('a passkey proves the client, in a session and in the second step', async (walk) => {
  const { account, remembered, api } = await walk.client(0);
  const visitor = await walk.visit('phone', remembered);
  const { page } = visitor;
  await suggestNoPasskey(visitor);
  const device = await addAuthenticator(page);
  await visitor.open('/profile#security');
  await setPasskey(page, 'My phone');
  await keepCodes(page);

  // The sign-in showed the password alone, and now factors change after a strong proof.
  await security(page).getByRole('button', { name: 'Rename My phone' }).tap();
  const renaming = page.getByRole('dialog', { name: 'Rename a passkey' });
  await auditPage(page, 'renaming a passkey');
  await renaming.getByLabel('Name', { exact: true }).fill('Old phone');
  await renaming.getByRole('button', { name: 'Save' }).tap();
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByRole('button', { name: 'Use your passkey' }).waitFor();
  visitor.expectTrouble(/status of 403/);
  await auditPage(page, 'the dialog of a proof with a passkey');
  await device.spoil({ isBogusSignature: true });
  await proof.getByRole('button', { name: 'Use your passkey' }).tap();
  await proof.getByText('Passkey refused').waitFor();
  visitor.expectTrouble(/status of 422/);
  await device.spoil();
  await proof.getByRole('button', { name: 'Use your passkey' }).tap();
  await security(page).getByText('Old phone', { exact: true }).waitFor();
  expect((await api.call('/users/me')).status).toBe(401);

  await logOut(visitor);
  await page.context().clearCookies();
  await visitor.open('/auth/login');
  await signIn(page, account);
  await visitor.arrive('/auth/login', 'Confirm it is you');
  await page.getByRole('button', { name: 'Use your passkey' }).tap();
  await visitor.arrive('/', 'Play');

  await visitor.open('/profile#security');
  await security(page).getByRole('button', { name: 'Remove Old phone' }).tap();
  await security(page).getByText('Old phone', { exact: true }).waitFor({ state: 'detached' });
  await security(page).getByText('10 codes left').waitFor({ state: 'detached' });
});

/** A client who returns from the provider with the money, on a page with an authenticator. */
async function returnFromDeposit({ client, visit }: Journey) {
  const { account, api, remembered } = await client(0);
  const started = await api.call('/clients/deposit', {
    body: paymentBody(account, 500),
    headers: { 'idempotency-key': randomUUID() },
  });
  const { id, redirectUrl } = started.json.data;
  const visitor = await visit('phone', remembered);
  await addAuthenticator(visitor.page);
  await visitor.page.goto(redirectUrl);
  await visitor.page.getByRole('button', { name: 'Approve' }).tap();
  const path = `/my-wallet?payment=${id}`;
  await visitor.arrive(path, 'My wallet');
  return { visitor, path, remembered };
}

const offerOn = (page: Page) => page.getByRole('status').filter({ hasText: 'Skip the password next time.' });

/** Opens the page of a payment, and returns whether it has asked for the factors, once it has settled. */
async function opensWithoutOffer({ page, open }: Visit, path: string): Promise<boolean> {
  let asked = false;
  page.on('response', (response) => {
    asked ||= response.url().endsWith('/clients/factors');
  });
  await open(path);
  await page.getByText('The money is in your wallet.').waitFor();
  await untilQuiet(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await offerOn(page).count()).toBe(0);
  return asked;
}

journey.long('a passkey is offered after a deposit, and not to a client who has one', async (walk) => {
  const { visitor, path, remembered } = await returnFromDeposit(walk);
  const { page } = visitor;
  await offerOn(page).waitFor();
  await auditPage(page, 'the offer of a passkey');
  // A client who continues without an answer is asked again.
  await page.reload();
  await offerOn(page).getByRole('button', { name: setButton }).tap();
  await setting(page).getByRole('button', { name: 'Set the passkey' }).tap();
  await keepCodes(page);
  await page.getByText('Your passkey is set.').waitFor();
  expect(await opensWithoutOffer(await walk.visit('phone', remembered), path)).toBe(true);
});

journey.long('a passkey that was declined is not offered again', async (walk) => {
  const { visitor, path } = await returnFromDeposit(walk);
  const { page } = visitor;
  await offerOn(page).getByRole('button', { name: 'Dismiss' }).tap();
  await offerOn(page).waitFor({ state: 'detached' });
  expect(await opensWithoutOffer(visitor, path)).toBe(false);
});
