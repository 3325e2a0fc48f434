import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { amount } from '#console/values/amounts.ts';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { askFromPage, openDesk, type Desk } from '#tests/support/operator/desk.ts';
import { createOutsider, paymentBody, signUp } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

// Two people in two browsers, each with an authenticator of their own, do what takes two. The worker of the site carries it out.

let browser: Browser;
let site: TestApp;
let asker: Desk;
let approver: Desk;
let auditor: Desk;
let clientId: number;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    connectChromium(),
    startApp(
      { CONSOLE_PORT: '0', REVIEW: 'on', REVIEW_OVER: '1000' },
      // The worker may look at the line that a test changes.
      { expectsError: (line) => line.includes('the audit is wrong') },
    ),
  ]);
  asker = await openDesk(browser, site, ['support']);
  approver = await openDesk(browser, site, ['risk']);
  auditor = await openDesk(browser, site, ['auditor']);
  const client = createOutsider(site.url);
  await signUp(client);
  clientId = (await client.call('/users/me')).json.id;
});
afterAll(async () => {
  const desks = [asker, approver, auditor];
  await Promise.all(desks.map((desk) => desk?.close()));
  await browser?.close();
  await site?.close();
  expect(desks.flatMap((desk) => desk?.troubles)).toEqual([]);
});

beforeEach(async () => {
  await owner().query(`insert into payout_stop (client_id, act) values ($1, 'password_changed')`, [clientId]);
});

const owner = () => site.database.owner;
const reason = 'The CNI was seen on a video call';

const ask = () => askFromPage(asker, '/requests', { kind: 'lift_undo', about: clientId, reason });
const areStopped = async () =>
  (await owner().query('select from payout_stop where client_id = $1 and lifted_at is null', [clientId])).length > 0;
const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

describe('a request', () => {
  test('waits for a second operator, who sees what was signed, signs the same bytes, and the worker carries it out', async () => {
    const id = await ask();
    const { page } = approver;
    await approver.open('/requests');
    await page.getByRole('row').filter({ hasText: 'Clear the player’s report' }).first().waitFor();
    await auditScreen(page, 'requests');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/requests/${id}`);
    await panel(page, 'Clear the player’s report').getByText(reason).waitFor();
    // Passed checks are folded.
    await page.getByText(/checks pass/).click();
    await page.getByText('A report of the player has stopped payouts').waitFor();
    await panel(page, 'History').getByText(`Opened by ${approver.name}`).waitFor();
    await page.getByText('Technical: signed text').click();
    await page.getByText(`"subject": "client ${clientId}"`).waitFor();
    await auditScreen(page, 'request');

    const approve = page.getByRole('button', { name: /^Approve and / });
    expect(await approve.isDisabled()).toBe(true);
    await page.getByLabel('Why you agree').fill('Compared with the picture, same person');
    expect(await approve.isEnabled()).toBe(true);
    // Enter approves nothing, wherever the focus is.
    await approve.focus();
    await page.keyboard.press('Enter');
    expect(await areStopped()).toBe(true);
    await page.keyboard.press('Space');
    await page.getByText('Approved. The worker does it now.').waitFor();
    await panel(page, 'History')
      .getByText(/^Done by the worker/)
      .waitFor();
    expect(await areStopped()).toBe(false);
    const [row] = await owner().query<{ unsigned: string | null; signed: boolean }>(
      'select unsigned, asked_signature is not null and approved_signature is not null as signed from console.request where id = $1',
      [id],
    );
    expect(row).toEqual({ unsigned: null, signed: true });

    await asker.open(`/requests/${id}`);
    await panel(asker.page, 'Your answer').getByText('This request is over').waitFor();
  });

  test('is not approved by another operator’s authenticator', async () => {
    const id = await ask();
    const { page, authenticator } = approver;
    await approver.open(`/requests/${id}`);
    await page.getByLabel('Why you agree').fill('Looks right to me');
    await authenticator.spoil({ isBogusSignature: true });
    await page.getByRole('button', { name: /^Approve and / }).click();
    await page.getByRole('alert').getByText('Passkey refused').waitFor();
    await authenticator.spoil();
    expect(await areStopped()).toBe(true);
    // The next try has a challenge of its own.
    await page.getByRole('button', { name: /^Approve and / }).click();
    await panel(page, 'History')
      .getByText(/^Done by the worker/)
      .waitFor();
  });

  test('is refused with a key and a reason, and withdrawn by its asker', async () => {
    const refused = await ask();
    const { page } = approver;
    await approver.open(`/requests/${refused}`);
    await page.getByRole('button', { name: 'Refuse, with a reason' }).waitFor();
    await page.keyboard.press('r');
    const sheet = page.getByRole('dialog', { name: 'Refuse this request' });
    await sheet.getByLabel('Reason').fill('The picture shows another person');
    await sheet.getByRole('button', { name: 'Refuse it' }).click();
    await panel(page, 'History').getByText(`Refused by ${approver.name}`).waitFor();

    const withdrawn = await ask();
    await asker.open(`/requests/${withdrawn}`);
    await panel(asker.page, 'Your answer').getByText('Somebody else has to approve it').waitFor();
    expect(await asker.page.getByRole('button', { name: /^Approve and / }).count()).toBe(0);
    await asker.page.keyboard.press('w');
    const mine = asker.page.getByRole('dialog', { name: 'Withdraw this request' });
    await mine.getByLabel('Reason').fill('They called again, it was not them');
    await mine.getByRole('button', { name: 'Withdraw it' }).click();
    await panel(asker.page, 'History').getByText(`Withdrawn by ${asker.name}`).waitFor();
  });
});

/** The kinds that two operators do here in two browsers: one where an amount is typed, and one where none is. */
const kinds: readonly {
  readonly kind: string;
  readonly asks: OperatorRole;
  readonly approves: OperatorRole;
  readonly prepare: (player: Player) => Promise<{ readonly about: string | number; readonly values?: object }>;
}[] = [
  {
    kind: 'adjust',
    asks: 'payments',
    approves: 'compliance',
    prepare: async ({ id }) => ({
      about: id,
      values: { wallet: 'dep', amount: 500, told: 'A deposit that was counted too low', case: 'C-12' },
    }),
  },
  {
    kind: 'release_withdrawal',
    asks: 'payments',
    approves: 'risk',
    prepare: async (player) => ({ about: await player.withdraw(20_000) }),
  },
];

/** The screens' own journeys have these in two browsers. */
const onTheirScreens = [
  'lift_undo',
  'unlock',
  'start_sales',
  'raise_cap',
  'reserve',
  'care_threshold',
  'call_off_draw',
  'pay_held_draw',
  'timetable',
  'decide_payment',
  'let_withdrawals_go_on',
  'operator_add',
  'webhook_endpoint',
  'machine_key',
  'resume_payments',
  'payment_routes',
  'top_up',
];

/** Where these are asked for, approved by another and carried out without a browser, and what they are asked for at. */
const byTheApi: Readonly<Record<string, readonly [file: string, asks: string]>> = {
  start_reset: ['acts/acts.test.ts', `'start_reset'`],
  clear_match: ['acts/acts.test.ts', `'clear_match'`],
  change_name: ['players/players.test.ts', `'change_name'`],
  change_phone: ['players/players.test.ts', `'change_phone'`],
  let_play: ['players/locks.test.ts', `'let_play'`],
  operator_roles: ['operators/operators.test.ts', `'operator_roles'`],
  operator_passkey: ['operators/operators.test.ts', `'operator_passkey'`],
  export_people: ['exports/exports.test.ts', `'export_people'`],
};

interface Player {
  readonly id: number;
  /** @returns the payment, which is held */
  withdraw(amount: number): Promise<string>;
}

describe('a kind of request', () => {
  const desks = new Map<OperatorRole, Desk>();
  let player: Player;

  beforeAll(async () => {
    for (const role of ['payments', 'compliance'] as const) {
      desks.set(role, await openDesk(browser, site, [role]));
    }
    desks.set('risk', approver);
    const client = createOutsider(site.url);
    const account = await signUp(client);
    const { id } = (await client.call('/users/me')).json;
    await owner().query(`select post_adjustment($1, $2, 'adjustment', 'client_win', 50000)`, [id, randomUUID()]);
    player = {
      id,
      async withdraw(amount) {
        const body = paymentBody(account, amount);
        const headers = { 'idempotency-key': randomUUID() };
        const { status, json } = await client.call('/clients/withdraw', { body, headers });
        expect(status).toBe(202);
        return json.data.id;
      },
    };
  });
  afterAll(async () => {
    for (const role of ['payments', 'compliance'] as const) {
      await desks.get(role)?.close();
      expect(desks.get(role)?.troubles).toEqual([]);
    }
  });

  test('is always tested, in two browsers or through the API', async () => {
    const all = await owner().query<{ kind: string }>('select kind from console.kind');
    const tried = [...kinds.map(({ kind }) => kind), ...onTheirScreens, ...Object.keys(byTheApi)];
    expect(tried.toSorted()).toEqual(all.map(({ kind }) => kind).toSorted());
    for (const [kind, [file, asks]] of Object.entries(byTheApi)) {
      expect(await readFile(join(import.meta.dirname, '../../server/operator', file), 'utf8'), kind).toContain(asks);
    }
  });

  test.each(kinds)('$kind is asked for by $asks, approved by $approves and done', async (one) => {
    const body = await one.prepare(player);
    const id = await askFromPage(desks.get(one.asks)!, '/requests', { kind: one.kind, reason, ...body });
    const second = desks.get(one.approves)!;
    await second.open(`/requests/${id}`);
    await second.page.getByLabel('Why you agree').fill('Compared with the file');
    const amount = second.page.getByLabel('Type the amount');
    if (await amount.isVisible()) await amount.fill('500');
    await second.page.getByRole('button', { name: /^Approve and / }).click();
    await panel(second.page, 'History')
      .getByText(/^Done by the worker/)
      .waitFor();
    const [row] = await owner().query(
      `select kind, status, unsigned, asked_signature is not null and approved_signature is not null as signed
       from console.request where id = $1`,
      [id],
    );
    expect(row).toEqual({ kind: one.kind, status: 'done', unsigned: null, signed: true });
  });

  test('a request that cannot be done now says so on top, with what its asker saw and what is now, and nobody approves it', async () => {
    const post = (from: string, to: string, francs: number) =>
      owner().query('select post_adjustment($1, $2, $3::account, $4::account, $5)', [
        player.id,
        randomUUID(),
        from,
        to,
        francs,
      ]);
    await post('adjustment', 'client_dep', 700);
    const [wallet] = await owner().query<{ dep: number }>(
      'select dep::integer as dep from wallet where client_id = $1',
      [player.id],
    );
    const { dep } = wallet!;
    const id = await askFromPage(desks.get('payments')!, '/requests', {
      kind: 'adjust',
      about: player.id,
      values: { wallet: 'dep', amount: -dep, told: 'A deposit that was counted twice', case: 'C-13' },
      reason,
    });
    await post('client_dep', 'adjustment', 100);
    const { page, open } = desks.get('compliance')!;
    await open(`/requests/${id}`);
    const trouble = page.locator('[data-tone=bad]').filter({ hasText: 'Cannot be carried out now.' });
    await trouble.getByText(/^The wallet does not go below zero/).waitFor();
    const act = panel(page, 'Adjust a wallet');
    const [above, below] = await boxesOf(trouble, act);
    expect(above.bottom).toBeLessThanOrEqual(below.y);
    await act.getByText(`${amount(dep)} ${amount(dep - 100)}`, { exact: true }).waitFor();
    await act.getByText('0 −100', { exact: true }).waitFor();
    await page.getByLabel('Type the amount').fill(amount(-dep));
    await page.getByLabel('Why you agree').fill('Compared with the file');
    await page.getByText('as asked', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Approve and / }).isDisabled()).toBe(true);
  });
});

describe('the audit', () => {
  test('shows each line, hashes it again in the browser, and recognizes a head that somebody kept', async () => {
    const id = await ask();
    const { page } = auditor;
    await auditor.open(`/audit?subject=client ${clientId}`);
    await page.getByRole('row').filter({ hasText: 'request made' }).first().click();
    await page.getByText('recomputed in this browser').waitFor();
    await page.getByRole('button', { name: 'show' }).click();
    await page.getByText(`"request": "${id}"`).or(page.getByText(id)).first().waitFor();
    await auditScreen(page, 'audit');
    expect(new URL(page.url()).searchParams.get('open')).toMatch(/^\d+$/);

    const [head] = await owner().query<{ number: number; hash: string }>(
      `select number, encode(hash, 'hex') as hash from console.audit order by number desc limit 1`,
    );
    await page.keyboard.press('h');
    const check = page.getByRole('dialog', { name: 'Verify a saved fingerprint' });
    await check.getByLabel('Hash').fill(head!.hash);
    await check.getByText(/has this hash: no line up to it was changed/).waitFor();
    await check.getByLabel('Hash').fill('0'.repeat(64));
    await check.getByText('No line has this hash').waitFor();
    await auditScreen(page, 'audit-check');
    await check.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'Acts that needed two' }).click();
    await page.getByRole('row').filter({ hasText: 'request done' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe('/operator/audit?two=true&as=csv');
    await page.getByRole('link', { name: 'Looked at players' }).click();
    // The payment that was released was opened.
    await page.getByRole('row').filter({ hasText: 'payment' }).waitFor();
    await asker.open('/audit');
    await asker.page.getByRole('row').filter({ hasText: 'request made' }).first().waitFor();
    expect(await asker.page.getByText('Head now').count()).toBe(0);
  });

  test('says that a line was changed, and which', async () => {
    // The line about the admission of an operator is left alone: without it a pass over the books reports that operator.
    const [line] = await owner().query<{ number: number }>(
      `select min(number) as number from console.audit where act = 'request_made'`,
    );
    const { number } = line!;
    await owner().transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(`update console.audit set subject = 'client 0' where number = $1`, [number]);
    });
    // The worker finds the same at its next look.
    await owner().query('select console.keep_audit_check($1, 1, $2, $3)', [
      number - 1,
      number,
      'Its columns say something else than its record.',
    ]);
    await auditor.open('/audit');
    await auditor.page.getByText(`Chain broken at line ${number}`).waitFor();
    await auditScreen(auditor.page, 'audit-broken');
  });
});
