import type { Browser, Page } from 'playwright-core';
import type { Call } from '#contract/calls/call.ts';
import { lowerCap } from '#contract/calls/operator/caps.ts';
import { listCareCases, noteCareContact } from '#contract/calls/operator/care.ts';
import { signInToDemo } from '#contract/calls/operator/door.ts';
import { addFunds, createOutsider, openDraws, signUp, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import { withOwner, type ServerProcess } from '#tests/support/site/server.ts';

/**
 * What a month of play does not bring by itself: a player who adds funds again and again, whom the worker limits and somebody
 * calls, and caps on exposure.
 */
export async function furnishConsole(browser: Browser, site: ServerProcess, baseURL: string): Promise<void> {
  const player = createOutsider(site.url);
  const account = await signUp(player);
  for (let times = 0; times < 9; times++) await addFunds(player, account, 5_000);
  const [, , draw] = await openDraws(player);
  const tickets = Array.from('123456', (number) => ticketFor(draw!, 'IziOne', number, 2_000));
  const placed = await player.call('/bets', { body: { tickets } });
  if (placed.status !== 201) throw new Error(`not placed: ${placed.text}`);
  // The worker looks at everybody, and not in a quarter of an hour at who plays now.
  await withOwner(site.dataDir, (owner) =>
    owner.query('insert into console.care_due select client_id from wallet where client_id > 0 on conflict do nothing'),
  );
  const page = await browser.newPage({ baseURL });
  try {
    await page.goto('/');
    // The token that each write sends back comes with the sign-in.
    const { data: me } = (await call(page, signInToDemo, { body: { roles: ['risk', 'compliance'] } })) as {
      data: { csrf: string };
    };
    const { id: clientId } = (await player.call('/users/me')).json as { readonly id: number };
    let found: number | undefined;
    await waitFor(
      async () => {
        const { data } = (await call(page, listCareCases)) as { data: readonly { id: number; clientId: number }[] };
        return (found = data.find((one) => one.clientId === clientId)?.id) !== undefined;
      },
      'the case',
      120_000,
    );
    const contact = { ...noteCareContact, path: noteCareContact.path.replace('{id}', String(found)) };
    const text =
      'Adds funds whenever the wallet is empty. Knows the limits in the profile, and will set one on deposits.';
    await call(page, contact, { csrf: me.csrf, body: { number: 1, way: 'call', reached: true, text } });
    for (const [name, amount] of [
      [null, 900_000],
      ['IziOrder', 250_000],
    ] as const) {
      const body = { draw: null, name, measure: 'worst', amount, reason: 'The reserve of this month.' };
      await call(page, lowerCap, { csrf: me.csrf, body });
    }
  } finally {
    await page.close();
  }
}

interface Sent {
  readonly csrf?: string;
  readonly body?: object;
}

/** Calls the console's API from its own page. */
async function call(page: Page, { method, path }: Call, sent: Sent = {}): Promise<unknown> {
  const { status, text } = await page.evaluate(
    async (asked) => {
      const { csrf = '', body } = asked.sent;
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
      const response = await fetch(asked.path, {
        method: asked.method,
        ...(body && { headers, body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    { method, path, sent },
  );
  if (status >= 400) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text);
}
