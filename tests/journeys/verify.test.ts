import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilQuiet, watchRequests } from '#tests/support/browser/quiet.ts';
import { concatBytes, toHex } from '#domain/fair-draw/bytes.ts';
import { sortLeaves } from '#domain/fair-draw/leaves.ts';
import { buildTree } from '#domain/fair-draw/merkle.ts';
import { encodeTicket, ticketLeaf } from '#domain/fair-draw/ticket-record.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { connectChromium } from '#tests/support/browser/shared-chromium.ts';
import { isHydrated } from '#tests/support/browser/hydration.ts';
import { bytesNamed, makeDraw, makeTicket, rulesDocument, type MadeDraw } from '#tests/support/draws/fair-draw.ts';
import { publish, type PublishedDraw, type PublishedSite } from '#tests/support/draws/fair-site.ts';
import { serveWeb } from '#tests/support/draws/fair-web.ts';
import { quicknetVectors } from '#tests/vectors/vectors.ts';

/** Verification in the browser, of a site that is tampered with in every way. */

const rounds = quicknetVectors.rounds;
const first = makeDraw({ tickets: 3, beacon: false });
const target = makeDraw({ tickets: 11, beacon: true, publicRound: rounds[2]!, previousSeal: first.seal });
const trusted = makeDraw({ tickets: 5, beacon: false, previousSeal: target.seal });
const receipt = target.receipts[2]!;
const saved = { receipt, proof: target.proof };

// A browser and its worker start slowly, and the machine is shared.
let site: PublishedSite;
let browser: Browser;
let web: Awaited<ReturnType<typeof serveWeb>>;
let context: BrowserContext;
let page: Page;
/** Faults of the page: errors in the console or thrown, and requests to other sites. */
const troubles: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  [browser, web] = await Promise.all([connectChromium(), serveWeb(() => site)]);
  context = await browser.newContext({
    baseURL: web.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    asked.push(pathname);
    if (origin !== web.url) troubles.push(`asks ${request.url()}`);
  });
});
afterAll(async () => {
  await browser?.close();
  await web?.stop();
});

beforeEach(async () => {
  site = publish([first, target, trusted]);
  asked.length = 0;
  page = await context.newPage();
  watchRequests(page);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(String(error)));
});
afterEach(async () => {
  // The device forgets the seals that it saw.
  await page.evaluate(() => localStorage.clear());
  await page.close();
  expect(troubles.splice(0)).toEqual([]);
});

async function verifyDraw({ drawId }: MadeDraw): Promise<Page> {
  await page.goto(`/results/${drawId}`);
  await page.getByRole('button', { name: 'Verify this draw' }).click();
  return finish();
}

async function verifyText(document: unknown): Promise<Page> {
  await page.goto('/verify');
  await page.getByText('Paste the text of a receipt').click();
  await page.getByLabel('Text of the receipt').fill(JSON.stringify(document));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  return finish();
}

async function finish(): Promise<Page> {
  await page.getByRole('button', { name: 'Check again' }).waitFor();
  return page;
}

const verdict = () => page.getByRole('status').getByRole('heading', { level: 2 }).textContent();
const step = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

/** The codes shown with the steps that are wrong. */
async function wrongSteps(): Promise<string[]> {
  const wrong = page.getByRole('listitem').filter({ has: page.getByText('Failed', { exact: true }) });
  return wrong.locator('code').allTextContents();
}

describe('an honest site', () => {
  test('proves a draw that is bound to the public beacon', async () => {
    await verifyDraw(target);
    expect(await verdict()).toBe('Proved');
    expect(await page.getByText('Passed', { exact: true }).count()).toBe(14);
    expect(await step('The public random value').textContent()).toContain('signed round 657413');
    expect(await step('The result, recalculated').textContent()).toContain(target.proof.result!.join(' '));
    expect(asked.some((path) => path.includes('beacon-signature'))).toBe(true);
    await auditPage(page, 'a proved draw');
  });

  test('explains what an operator-trusted draw is, and loads no code for a beacon', async () => {
    await verifyDraw(trusted);
    expect(await verdict()).toBe('Checks passed; operator-trusted');
    await page.getByText('Operator-trusted draw', { exact: true }).waitFor();
    expect(await page.getByText('Passed', { exact: true }).count()).toBe(13);
    expect(asked.some((path) => path.includes('beacon-signature'))).toBe(false);
    await auditPage(page, 'an operator-trusted draw');
  });

  test('waits for data that does not exist yet', async () => {
    Object.assign(site.draws[1]!.proof, { result: null, beacon: { ...target.proof.beacon, signature: null } });
    Object.assign(site.draws[1]!.shown, { result: null, status: 'closed' });
    await verifyDraw(target);
    expect(await verdict()).toBe('Passed so far');
    expect(await page.getByText('Waiting', { exact: true }).count()).toBe(2);
  });

  test('proves a receipt from a file, draws its place in the tree, and says why it lost', async () => {
    await page.goto('/verify');
    await page.getByText('Choose a receipt').waitFor();
    await auditPage(page, 'the page that takes a receipt');
    const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(saved)) };
    await page.getByLabel('Choose a receipt').setInputFiles(file);
    await finish();
    expect(await verdict()).toBe('Proved');
    await page.getByText('From the file receipt.json').waitFor();
    const drawing = page.getByRole('img', { name: `The ticket is leaf ${receipt.index} of 11` });
    expect(await drawing.textContent()).toContain(`${receipt.leaf.slice(0, 8)}… · ticket`);
    expect(await step('Won or lost').textContent()).toMatch(/Lost|Won/);
    expect(await step('What the file says').textContent()).toContain('still says what it said');
    await auditPage(page, 'a proved receipt');
  });

  test('accepts a receipt by paste or from an address, and rejects what is not a receipt', async () => {
    await page.goto('/verify');
    // Only the app takes what is pasted beside a field.
    await expect.poll(() => isHydrated(page)).toBe(true);
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, JSON.stringify(receipt));
    await finish();
    expect(await verdict()).toBe('Proved');

    await page.getByRole('button', { name: 'Check another' }).click();
    const code = Buffer.from(receipt.ticket + receipt.signature, 'hex').toString('base64url');
    await page.goto(`/verify#${code}`);
    await finish();
    expect(await verdict()).toBe('Proved');

    for (const [text, problem] of [
      ['Dear all', 'it is not JSON'],
      ['{"hello": "world"}', 'There is no receipt here'],
    ]) {
      await page.goto('/verify');
      await page.getByText('Paste the text of a receipt').click();
      await page.getByLabel('Text of the receipt').fill(text!);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: problem! }).waitFor();
    }
  });
});

describe('every kind of tampering is named', () => {
  const leaf = (index: number) => target.leaves.slice(index * 32, index * 32 + 32);
  const leafOf = (change: object) => ticketLeaf(encodeTicket({ ...target.tickets[0]!, ...change }));
  const exchange = (draw: PublishedDraw, other: Uint8Array) => {
    const original = toHex(leafOf({}));
    const leaves = Array.from({ length: 11 }, (_, index) => leaf(index));
    draw.leaves = sortLeaves(concatBytes(...leaves.map((each) => (toHex(each) === original ? other : each))));
  };
  const inner = buildTree(target.leaves).levels[1]!;

  test.each<[string, (draw: PublishedDraw) => void, string[], string]>([
    [
      'added ticket',
      (draw) =>
        (draw.leaves = sortLeaves(concatBytes(draw.leaves, ticketLeaf(encodeTicket(makeTicket(target.record, 50)))))),
      ['leaf_count_wrong', 'root_wrong'],
      'The seal names 11 tickets, the list holds 12.',
    ],
    [
      'dropped ticket',
      (draw) => (draw.leaves = draw.leaves.slice(32)),
      ['leaf_count_wrong', 'root_wrong'],
      'The seal names 11 tickets, the list holds 10.',
    ],
    [
      'changed stake',
      (draw) => exchange(draw, leafOf({ stake: 1_500 })),
      ['root_wrong'],
      'The listed tickets do not hash to the root in the seal',
    ],
    [
      'changed numbers',
      (draw) => exchange(draw, leafOf({ numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9] })),
      ['root_wrong'],
      'they are not the tickets sealed',
    ],
    [
      'swapped seed',
      (draw) => (draw.proof.seed = toHex(bytesNamed('other seed'))),
      ['seed_swapped', 'result_wrong'],
      'The seed is not the one the operator committed to before sales opened.',
    ],
    [
      'other round',
      (draw) => Object.assign(draw.proof.beacon, rounds[1]),
      ['beacon_other_round', 'result_wrong'],
      'This is round 1000; before sales opened the draw named 657413.',
    ],
    [
      'other round’s value',
      (draw) => (draw.proof.beacon.signature = rounds[1]!.signature),
      ['beacon_signature_wrong', 'result_wrong'],
      'This is not the beacon’s value of round 657413',
    ],
    [
      'altered rules document',
      () => (site.rulesDocument = concatBytes(rulesDocument, Uint8Array.of(0x20))),
      ['rules_altered'],
      'The published rules are not those the draw was sold under',
    ],
    [
      'reordered leaves',
      (draw) => (draw.leaves = concatBytes(leaf(1), leaf(0), draw.leaves.slice(64))),
      ['leaves_unordered', 'root_wrong'],
      'is not in its place: leaves ascend.',
    ],
    [
      'duplicated leaf',
      (draw) => (draw.leaves = concatBytes(leaf(0), leaf(0), draw.leaves.slice(64))),
      ['leaf_duplicated', 'root_wrong'],
      'Leaf 1 is there twice.',
    ],
    [
      'inner nodes passed off as leaves',
      (draw) => (draw.leaves = sortLeaves(inner)),
      ['leaf_count_wrong', 'root_wrong'],
      'The seal names 11 tickets, the list holds 6.',
    ],
    [
      'wrong signature of the commitment',
      (draw) => (draw.proof.commitmentSignature = draw.proof.sealSignature!),
      ['commitment_signature_wrong'],
      'The operator’s signature of the commitment is wrong.',
    ],
    [
      'wrong signature of the seal',
      (draw) => (draw.proof.sealSignature = draw.proof.commitmentSignature),
      ['seal_signature_wrong'],
      'The operator’s signature of the seal is wrong.',
    ],
    [
      'broken chain of seals',
      () => (site.draws[0]!.listed = null),
      ['seal_chain_broken'],
      'The seal does not name the seal before it',
    ],
    [
      'another result',
      (draw) => {
        draw.proof.result = draw.proof.result!.toReversed();
        draw.shown.result = draw.proof.result;
      },
      ['result_wrong'],
      'Seed, seal and beacon give',
    ],
    [
      'another result for players',
      (draw) => (draw.shown.result = draw.proof.result!.toReversed()),
      ['shown_differs'],
      'The result that the site shows is not what it signed.',
    ],
  ])('%s', async (_, tamper, codes, sentence) => {
    tamper(site.draws[1]!);
    await verifyDraw(target);
    expect(await verdict()).toBe('A check failed');
    expect(await wrongSteps()).toEqual(codes);
    await page.getByRole('listitem').filter({ hasText: sentence }).getByText('Failed', { exact: true }).waitFor();
  });

  test('a draw that was called off although its round exists, and the result that should have been drawn', async () => {
    const { proof, shown } = site.draws[1]!;
    Object.assign(shown, { result: null, status: 'void' });
    proof.result = null;
    await verifyDraw(target);
    expect(await verdict()).toBe('A check failed');
    expect(await wrongSteps()).toEqual(['void_though_drawable']);
    expect(await step('The result, recalculated').textContent()).toContain(target.proof.result!.join(' '));
    // The site hides the round: this page cannot ask the beacon, and says where anybody can.
    proof.beacon.signature = null;
    await verifyDraw(target);
    expect(await verdict()).toBe('Passed, as far as it could be checked');
    expect(await step('The public random value').textContent()).toContain('https://api.drand.sh/');
    expect(await page.getByText('What this proves, and what it does not').count()).toBe(0);
  });

  test.each<[string, object, string[]]>([
    ['truncated path', { path: receipt.path!.slice(0, -1) }, ['path_length_wrong']],
    [
      'leaf passed off as a node',
      { index: receipt.index! >> 1, path: receipt.path!.slice(1), leaf: toHex(inner.slice(0, 32)) },
      ['leaf_wrong', 'path_length_wrong'],
    ],
    ['wrong signature', { signature: target.receipts[3]!.signature }, ['receipt_signature_wrong']],
    [
      'changed stake',
      { ticket: toHex(encodeTicket({ ...target.tickets[2]!, stake: 100 })) },
      ['leaf_wrong', 'receipt_signature_wrong', 'not_included'],
    ],
  ])('in a receipt: %s', async (_, change, codes) => {
    await verifyText({ ...receipt, ...change });
    expect(await verdict()).toBe('A check failed');
    expect(await wrongSteps()).toEqual(codes);
  });

  test('a seal that differs from the one this device saw before', async () => {
    await verifyDraw(target);
    expect(await verdict()).toBe('Proved');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('This device has seen this seal before').waitFor();
    const again = makeDraw({
      tickets: 12,
      beacon: true,
      publicRound: rounds[2]!,
      previousSeal: first.seal,
      drawId: target.drawId,
    });
    site = publish([first, again]);
    await verifyDraw(target);
    expect(await wrongSteps()).toEqual(['seal_two_views']);
    await auditPage(page, 'a lie');
  });
});

test('checking a hundred thousand tickets delays no tap', async () => {
  const big = makeDraw({ tickets: 100_000, beacon: false, previousSeal: trusted.seal, receipts: 1 });
  site = publish([first, target, trusted, big]);
  await page.goto('/verify');
  await page.getByText('Paste the text of a receipt').click();
  await page.getByLabel('Text of the receipt').fill(JSON.stringify({ ...big.receipts[0]!, index: null, path: null }));
  await page.evaluate(tapWhileChecking);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await finish();
  expect(await verdict()).toBe('Checks passed; operator-trusted');
  await page.getByRole('img', { name: 'of 100 000, counted from 0' }).waitFor();

  expect(await page.evaluate(() => Number(document.documentElement.dataset['answered']))).toBeGreaterThan(0);
});

/** Runs in the page: taps the theme's switch again and again, and counts the reactions while tickets are hashed. */
function tapWhileChecking() {
  const root = document.documentElement;
  const theme = document.querySelector<HTMLElement>('footer [role="switch"], footer input[type="checkbox"]')!;
  root.dataset['answered'] = '0';
  setInterval(() => {
    // The text between the last answer of the site and the end of the check.
    if (!document.body.innerText.includes('steps are done.')) return;
    const before = root.dataset['theme'];
    theme.click();
    if (root.dataset['theme'] !== before) root.dataset['answered'] = String(Number(root.dataset['answered']) + 1);
  });
}

test('a check can be stopped, and started again', async () => {
  const big = makeDraw({ tickets: 300, beacon: false, previousSeal: trusted.seal, receipts: 0 });
  site = publish([first, target, trusted, big]);
  await page.goto(`/results/${big.drawId}`);
  await context.route('**/leaves', () => {});
  await page.getByRole('button', { name: 'Verify this draw' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(await verdict()).toBe('Stopped');
  await context.unroute('**/leaves');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Checks passed; operator-trusted').waitFor();
});

describe('without a network', () => {
  test('a saved receipt is checked from its file, and checks that need the site are marked', async () => {
    await page.goto('/verify');
    await untilQuiet(page);
    // The code of the check is there once it answers.
    await expect.poll(() => page.workers().length).toBe(1);
    await page.workers()[0]!.evaluate(() => true);
    await context.setOffline(true);
    await page.getByText('Paste the text of a receipt').click();
    const document = { receipt: trusted.receipts[1], proof: trusted.proof };
    await page.getByLabel('Text of the receipt').fill(JSON.stringify(document));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await finish();
    expect(await verdict()).toBe('Passed, as far as it could be checked');
    await page.getByText('Checked without the site').waitFor();
    expect(await step('The ticket’s place in the draw').textContent()).toContain('hashes lead to the root');
    expect(await step('The list of tickets').textContent()).toContain('Not checked');
    expect(await wrongSteps()).toEqual([]);
    await context.setOffline(false);
    // Requests that the page sent meanwhile had no answer.
    const others = troubles.splice(0).filter((trouble) => !trouble.includes('ERR_INTERNET_DISCONNECTED'));
    expect(others).toEqual([]);
  });

  test('a check of a draw waits for the site, and runs when it is back', async () => {
    await page.goto(`/results/${target.drawId}`);
    await page.getByRole('button', { name: 'Verify this draw' }).waitFor();
    await context.route('**/api/draws/*/proof', (route) => route.abort());
    await page.getByRole('button', { name: 'Verify this draw' }).click();
    await page.getByText('No connection').waitFor();
    await context.unroute('**/api/draws/*/proof');
    await page.getByRole('button', { name: 'Try again' }).click();
    await finish();
    expect(await verdict()).toBe('Proved');
  });
});
