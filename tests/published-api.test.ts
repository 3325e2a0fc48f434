import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '..');
let site: TestApp;
let folder: string;

beforeAll(async () => {
  site = await startApp({ RATE_LIMIT_SCALE: '1000' });
  // Inside the project, so that the packages of the generated client are found.
  await mkdir(join(project, '.cache'), { recursive: true });
  folder = await mkdtemp(join(project, '.cache', 'client-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await site.close();
});

/** A program against a client that was generated from the document, without a line of ours but the ids of tickets. */
const program = `
import * as izi from './client.ts';
import { uuidv7 } from '#domain/uuid.ts';

izi.defaults.baseUrl = process.argv[2]! + '/api';
const phone = '+2250701998822';

const registered = await izi.register({
  phone, password: 'a good password', firstName: 'Ama', lastName: 'Koné', birthDate: '1994-05-17', country: 'CI', acceptTerms: true,
});
if (registered.status !== 201) throw new Error(registered.data.detail);
izi.defaults.headers = { authorization: registered.data.jwt };

const inbox = await izi.listOutbox(phone);
if (inbox.status !== 200) throw new Error(inbox.data.detail);
const code = /\\b\\d{6}\\b/.exec(inbox.data.data[0]!.text)![0];
const confirmed = await izi.confirmPhone({ code });
if (confirmed.status !== 200) throw new Error(confirmed.data.detail);

const started = await izi.deposit('the-key-of-a-deposit', {
  customerDetails: { amount: 1_000, country: 'CI', method: 'mobile_money', phone, firstName: 'Ama', lastName: 'Koné' },
});
if (started.status !== 201) throw new Error(started.data.detail);
const { id, redirectUrl } = started.data.data;
await fetch(redirectUrl!, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }), redirect: 'manual' });
for (let paid = false; !paid; ) {
  const asked = await izi.getPayment(id);
  if (asked.status !== 200) throw new Error(asked.data.detail);
  paid = asked.data.data.status === 'succeeded';
}

const draws = await izi.listDraws({ status: ['open'], limit: 5 });
if (draws.status !== 200) throw new Error(draws.data.detail);
const ticket = (betAmount: number): izi.PlaceBetsBody => ({
  tickets: [{ id: uuidv7(Date.parse(draws.data.meta.now), crypto.getRandomValues(new Uint8Array(10))), name: 'IziOne', drawId: draws.data.data.at(-1)!.id, betAmount, selectedNumbers: ['7'] }],
});
const refused = await izi.placeBets(ticket(1));
const placed = await izi.placeBets(ticket(200));
if (placed.status !== 201) throw new Error(placed.data.detail);
const results = await izi.listResults({ limit: 3 });
if (results.status !== 200) throw new Error(results.data.detail);

console.log(JSON.stringify({ refused, balance: placed.data.meta.balance, ticket: placed.data.data[0]!.id, results: results.data.meta }));

export async function wrong() {
  // @ts-expect-error -- tickets are a list
  await izi.placeBets({ tickets: 1 });
  // @ts-expect-error -- no draw has this status
  const status: izi.Draw['status'] = 'lost';
  // @ts-expect-error -- this call is not refused with this code
  return status && refused.status === 422 && refused.data.code === 'underage';
}
`;

test('a client that is generated from the document signs up, pays, bets and reads results', async () => {
  await writeFile(join(folder, 'client.ts'), await generateSource(`${site.url}/api/openapi.json`));
  await writeFile(join(folder, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2024',
    module: 'nodenext',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const types = await run(join(project, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: unknown) => error);
  expect((types as { stdout: string }).stdout).toBe('');

  const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), site.url]);
  const { refused, balance, ticket, results } = JSON.parse(stdout);
  expect([refused.status, refused.data.code]).toEqual([422, 'stake_out_of_range']);
  expect(balance).toBe(800);
  expect(results).toHaveProperty('checkable');
  expect(await site.database.owner.query('select id, stake from ticket')).toEqual([{ id: ticket, stake: 200 }]);
});

test('the documentation is shown and tries a call, under a policy without inline code', async () => {
  const browser = await connectChromium();
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // Warnings of the page's library about itself are not ours.
    if (message.type() === 'error' && !message.text().startsWith('Deprecated: ')) faults.push(message.text());
  });
  await page.goto(`${site.url}/api/docs#/Draws/listResults`);
  const call = page.locator('#operations-Draws-listResults');
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  const answered = call.locator('.live-responses-table .response');
  await answered.waitFor();
  expect(await answered.innerText()).toContain('"checkable"');
  expect(await page.locator('#problem-draw_closed').isVisible()).toBe(false);
  await page.goto('about:blank');
  await page.goto(`${site.url}/api/docs#problem-draw_closed`);
  await expect.poll(() => page.locator('#problem-draw_closed').isVisible()).toBe(true);
  expect(faults).toEqual([]);
  await browser.close();
});
