import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchRequests } from '#tests/support/browser/quiet.ts';
import { patience } from '#tests/support/patience.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { addAuthenticator, type VirtualAuthenticator } from '#tests/support/browser/virtual-authenticator.ts';
import type { TestApp } from '#tests/support/site/app.ts';
import { untilPasses } from '#tests/support/until-passes.ts';
import { makeOperator } from './operators.ts';
import { givePasskey } from './signing.ts';

/** An operator at a desk: a browser of their own, signed in, with an authenticator that holds their passkey. */
export interface Desk {
  readonly name: string;
  readonly page: Page;
  readonly authenticator: VirtualAuthenticator;
  /** Errors of the page that nobody expected. */
  readonly troubles: readonly string[];
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Signs in an operator who was added a day ago, whose acts of two have to be signed. */
export async function openDesk(
  browser: Browser,
  { consoleUrl, database: { owner } }: TestApp,
  roles: readonly OperatorRole[],
): Promise<Desk> {
  const operator = await makeOperator(owner, roles, { demo: false });
  const { name, token } = operator;
  const context: BrowserContext = await browser.newContext({
    baseURL: consoleUrl!,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([
    {
      name: '__Host-izi-console',
      value: token,
      url: consoleUrl!.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
  const page = await context.newPage();
  watchRequests(page);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // The browser logs a refusal of the server; that does not count as trouble of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text());
  });
  const authenticator = await addAuthenticator(page);
  await authenticator.addPasskey((await givePasskey(owner, operator, consoleUrl!)).toBrowser());
  return {
    name,
    page,
    authenticator,
    troubles,
    open: async (path) => void (await page.goto(path)),
    close: () => context.close(),
  };
}

/**
 * Goes to a screen by a sequence of two keys, such as `g a`. The console waits a moment for the second one, which may come too late on a
 * busy machine, so they are pressed until the screen is there.
 */
export async function goByKeys(page: Page, keys: string, path: string): Promise<void> {
  const isThere = (address: URL) => address.pathname === path;
  await untilPasses(async () => {
    if (isThere(new URL(page.url()))) return;
    for (const key of keys.split(' ')) await page.keyboard.press(key);
    await page.waitForURL(isThere, { timeout: patience(5_000) });
  });
}

/** Asks for an act that takes two, as a form of the page does: once to learn which bytes to sign, and again with the signature. */
export async function askFromPage({ page }: Desk, path: string, body: object): Promise<string> {
  // A passkey answers to a page of its site alone.
  if (page.url() === 'about:blank') await page.goto('/audit');
  const answer = await page.evaluate(askSigned, { path: `/operator${path}`, body: JSON.stringify(body) });
  const { data } = JSON.parse(answer) as { data?: { id: string } };
  if (data === undefined) throw new Error(`nothing was asked for: ${answer}`);
  return data.id;
}

/** Runs in the page. */
async function askSigned({ path, body }: { readonly path: string; readonly body: string }): Promise<string> {
  const me = (await (await fetch('/operator/me')).json()) as { data: { csrf: string } };
  const headers = { 'content-type': 'application/json', 'x-csrf-token': me.data.csrf };
  const first = await fetch(path, { method: 'POST', headers, body });
  const { passkey } = (await first.json()) as { passkey: PublicKeyCredentialRequestOptionsJSON };
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(passkey);
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const signed = JSON.stringify({ ...(JSON.parse(body) as object), signature: used.toJSON() });
  return (await fetch(path, { method: 'POST', headers, body: signed })).text();
}
