import { afterAll, beforeAll, expect } from 'vitest';
import { createOutsider, register, type Account, type Outsider } from '#tests/support/players/outsider.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { formatPhone } from '#domain/phone.ts';
import { eventually, journeysOn, rememberedAs, signIn, tokensOf, type Visit } from './support.ts';

// A site whose phones Firebase confirms too. The gate and the long run walk the same ways, on a stand-in and on the emulator.

/** The address of Firebase's emulator, or of its stand-in. */
interface FirebaseParty {
  readonly url: string;
  stop(): Promise<void>;
}

export const project = 'demo-izi';
export const firebaseSettings = { FIREBASE_PROJECT: project, FIREBASE_API_KEY: 'firebase-key' };

export function confirmByFirebase(start: () => Promise<FirebaseParty>): void {
  let party: FirebaseParty;
  let app: TestApp;
  beforeAll(async () => {
    party = await start();
    app = await startApp({ ...firebaseSettings, FIREBASE_AUTH_EMULATOR_HOST: new URL(party.url).host });
  });
  afterAll(async () => {
    await app.close();
    await party.stop();
  });
  const journey = journeysOn(() => Promise.resolve(app));

  journey('Firebase confirms the phone of a remembered client; logging out signs out of it', async ({ visit }) => {
    const newcomer = createOutsider(app.url);
    const account = await register(newcomer);
    const visitor = await visit('phone', { ...rememberedAs(newcomer), baseURL: app.url });
    const { page } = visitor;
    await visitor.open('/auth/confirm');
    await visitor.arrive('/auth/confirm', 'Confirm your phone');
    await page.getByRole('button', { name: 'Get a code from Google' }).tap();
    await page.getByText(`Google sent a text message to ${formatPhone(account.phone)}.`).waitFor();
    await auditPage(page, 'a code of Firebase');

    const code = await readCode(account);
    const field = page.getByLabel('Code', { exact: true });
    await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await page.getByText('This code is wrong.').waitFor();
    visitor.expectTrouble(/status of 400/);
    await field.fill(code);
    await visitor.arrive('/', 'Play');
    await eventually(() => isConfirmed(newcomer), true);
    expect(await keptByFirebase(visitor)).toEqual({ session: [], local: [authUser] });

    await logOut(visitor);
    expect(await keptByFirebase(visitor)).toEqual({ session: [], local: [] });
    expect(await tokensOf(page)).toEqual({ session: null, local: null });
    forgive(visitor);
  });

  journey.long(
    'a client who is not remembered: the session of Firebase ends with the one that the server ends',
    async (walk) => {
      const newcomer = createOutsider(app.url);
      const account = await register(newcomer);
      const visitor = await walk.visit('desktop', { baseURL: app.url });
      const { page } = visitor;
      await visitor.open('/auth/login');
      await signIn(page, account);
      await visitor.arrive('/', 'Play');
      await visitor.open('/auth/confirm');
      await page.getByRole('button', { name: 'Get a code from Google' }).click();
      await page.getByText(/^Google sent a text message/).waitFor();
      // A page that is loaded again sends no second message by itself.
      await page.reload();
      await page.getByRole('button', { name: 'Send the code' }).click();
      await page.getByText(/^Google sent a text message/).waitFor();
      await page.getByLabel('Code', { exact: true }).fill(await readCode(account));
      await visitor.arrive('/', 'Play');
      expect(await keptByFirebase(visitor)).toEqual({ session: [authUser], local: [] });

      newcomer.token = (await tokensOf(page)).session!.replace('Bearer ', '');
      expect((await newcomer.call('/auth/logout', { method: 'POST' })).status).toBe(204);
      // Any call may tell the page, also one that it makes by itself: then the link is gone before it is clicked.
      const history = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' });
      await Promise.race([history.click(), page.waitForURL('**/auth/login')]);
      await visitor.arrive('/auth/login', 'Sign in');
      expect(await keptByFirebase(visitor)).toEqual({ session: [], local: [] });
      visitor.expectTrouble(/status of 401/);
      forgive(visitor);
    },
  );

  /** The newest code that Firebase has sent to the phone of an account. */
  async function readCode({ phone }: Account): Promise<string> {
    const response = await fetch(`${party.url}/emulator/v1/projects/${project}/verificationCodes`);
    const { verificationCodes } = (await response.json()) as {
      verificationCodes: { phoneNumber: string; code: string }[];
    };
    return verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone)!.code;
  }

  /** The browser asks the party, which is another site than ours. */
  function forgive(visitor: Visit): void {
    visitor.expectTrouble(new RegExp(`^asks ${party.url}`));
    visitor.expectTrouble(noEnterprise);
  }
}

/** The SDK asks for reCAPTCHA Enterprise first, and goes on without it. */
export const noEnterprise = /status of 501 .*recaptchaConfig/;

/** How the SDK names its session, with our key. */
export const authUser = 'firebase:authUser:firebase-key:[DEFAULT]';

async function isConfirmed(client: Outsider): Promise<boolean> {
  return (await client.call('/users/me')).json.confirmed as boolean;
}

/** The data that Firebase's SDK keeps in the browser about its signed-in user. */
export async function keptByFirebase({ page }: Visit): Promise<{ session: string[]; local: string[] }> {
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases).not.toContain('firebaseLocalStorageDb');
  return page.evaluate(() => ({
    session: Object.keys(sessionStorage).filter((key) => key.startsWith('firebase')),
    local: Object.keys(localStorage).filter((key) => key.startsWith('firebase')),
  }));
}

/** Logs out on a phone, where nothing is asked, because the basket is empty. */
export async function logOut({ page, arrive }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' }).tap();
  await arrive('/', 'Play');
}
