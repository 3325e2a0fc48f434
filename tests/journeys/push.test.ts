import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import type { Draw } from '#contract/draws.ts';
import { formatFrancs } from '#domain/money.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import {
  answerPermission,
  pretendPush,
  pretendScreen,
  readScreen,
  setPushDown,
  tapNotice,
} from '#tests/support/browser/pretend-push.ts';
import { workerReady } from '#tests/support/browser/service-worker.ts';
import { createOutsider, openDraws, signUp, waitFor, type Outsider } from '#tests/support/players/outsider.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { pushOrigin, startPushService, type PushService } from '#tests/support/stand-ins/push-service.ts';
import { eventually, journey, rememberedAs, type Journey, type StoredItem, type Visit } from './support.ts';

// A site of its own, whose push messages go to a push service on this machine.

let site: TestApp;
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
  const usualFetch = fetch;
  vi.stubGlobal('fetch', (address: string | URL | Request, init?: RequestInit) =>
    typeof address === 'string' && address.startsWith(pushOrigin)
      ? service.fetch(address, init)
      : usualFetch(address, init),
  );
  site = await startApp({ DRAW_EVERY_MINUTES: '1', RATE_LIMIT_SCALE: '1000' });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  service.close();
  await site.close();
});

const funds = 10_000;
const stake = 100;

/** Somebody with money whose quiet hours are over, whatever the time of this machine is. */
async function createPlayer(): Promise<Outsider> {
  const api = createOutsider(site.url);
  await signUp(api);
  const { id } = (await api.call('/users/me')).json;
  await site.database.owner.query(`select post_adjustment($1, $2, 'adjustment', 'client_dep', $3)`, [
    id,
    randomUUID(),
    funds,
  ]);
  await api.call('/clients/notices', { method: 'PUT', body: { quietFrom: '00:00', quietTo: '00:00' } });
  return api;
}

/** A phone with a service worker, which asks before it shows notices. */
async function takePhone(
  { visit }: Journey,
  api: Outsider,
  options: { readonly locale?: string } = {},
): Promise<Visit & { readonly endpoint: string }> {
  const visitor = await visit('phone', {
    ...rememberedAs(api),
    ...options,
    baseURL: site.url,
    serviceWorkers: 'allow',
  });
  const subscription = service.subscribe();
  await pretendPush(visitor.context, subscription);
  await visitor.open('/about');
  await workerReady(visitor.page);
  return { ...visitor, endpoint: subscription.endpoint };
}

/** Puts tickets on these numbers into the basket, looks at the order for some milliseconds, and pays for it. */
async function placeBets(
  { page, open }: Visit,
  draw: Draw,
  { numbers = '7', base = '', looksFor = 0 } = {},
): Promise<void> {
  const items = Array.from(numbers, (number): StoredItem => ({
    id: randomUUID(),
    name: 'IziOne',
    fullDate: draw.fullDate,
    betAmount: stake,
    selectedNumbers: [number],
    drawId: draw.id,
  }));
  // The same address again would be a reload, which shows the last receipts.
  await open(`${base}/about`);
  await page.evaluate((stored) => localStorage.setItem('draws', stored), JSON.stringify(items));
  await open(`${base}/checkout`);
  const pay = page.getByRole('button', { name: base ? 'Payer' : 'Pay', exact: true });
  await pay.waitFor();
  await page.waitForTimeout(looksFor);
  await pay.tap();
  await page.getByRole('heading', { level: 1, name: base ? /validés?$/ : /placed$/ }).waitFor();
}

const offerOn = (page: Page) => page.getByRole('region', { name: 'Tell me when I win' });
/** Where the first ticket is on the page, however far that is scrolled. */
const topOf = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .evaluate((ticket) => ticket.getBoundingClientRect().top + scrollY);

/** A draw that takes no part in a journey but to be betted on. */
async function lateDraw(api: Outsider): Promise<Draw> {
  return (await openDraws(api, 240_000))[0]!;
}

journey('a win reaches a phone whose page is closed, and an open page in another browser', async (walk) => {
  const api = await createPlayer();
  const phone = await takePhone(walk, api);
  const [draw] = await openDraws(api, 60_000);
  // Exactly one of nine wins, with any result.
  await placeBets(phone, draw!, { numbers: '123456789' });
  await offerOn(phone.page).getByRole('button', { name: 'Tell me when I win' }).tap();
  await answerPermission(phone.page, 'granted');
  await phone.page.getByText('We will tell you when you win').waitFor();
  expect((await api.call('/clients/notices')).json.data.browsers).toHaveLength(1);
  const worker = phone.context.serviceWorkers()[0]!;
  await pretendScreen(worker);
  await phone.page.close();

  const desktop = await walk.visit('desktop', { ...rememberedAs(api), baseURL: site.url });
  await desktop.page.addInitScript(noteNews);
  await desktop.open('/my-wallet');
  const shows = (amount: number) =>
    desktop.page.getByRole('banner').getByRole('link', { name: `Wallet balance ${formatFrancs(amount)}` });
  await shows(funds - 9 * stake).waitFor();
  const settled = `draw.settled ${draw!.id}`;
  await shows(funds - 9 * stake + 6 * stake).waitFor();
  const news = await desktop.page.evaluate(() => (window as NotingWindow).news!);
  // No poll runs here: the draw's news alone have changed the balance.
  expect(news).toContain(settled);

  const arrived = () => service.pushed.filter(({ browser }) => phone.endpoint.endsWith(browser));
  await waitFor(async () => arrived().length > 0, 'the push message');
  const { shown } = arrived()[0]!;
  expect(shown).toEqual({
    title: 'You have won',
    body: 'You have won in a draw. It is in your wallet.',
    tag: `win ${draw!.id}`,
    url: '/my-bets',
    lang: 'en',
  });

  const { url, ...seen } = shown;
  await deliver(phone.context, JSON.stringify(shown));
  await eventually<object[]>(() => readScreen(worker), [{ ...seen, data: url }]);
  // The notification is sent again, and replaces the first one.
  await deliver(phone.context, JSON.stringify(shown));
  expect(await readScreen(worker)).toHaveLength(1);
  const opened = await tapNotice(worker);
  expect(opened).toEqual([`${site.url}/my-bets`]);
  expect(await readScreen(worker), 'it is gone').toEqual([]);
  const page = await phone.context.newPage();
  await page.goto(opened[0]!);
  await page.getByRole('heading', { level: 1, name: 'My bets' }).waitFor();
  await page.getByRole('article').getByText('Win', { exact: true }).waitFor();
  expect(arrived(), 'one message').toHaveLength(1);
});

journey('a receipt offers notices of wins, shows each step of allowing them, and moves nothing', async (walk) => {
  const api = await createPlayer();
  const phone = await takePhone(walk, api);
  const { page } = phone;
  await placeBets(phone, await lateDraw(api), { looksFor: 3_000 });
  const offer = offerOn(page);
  const accept = offer.getByRole('button', { name: 'Tell me when I win' });
  await accept.waitFor();
  const before = await topOf(page);
  const expectSteady = async (state: string) => {
    expect(await topOf(page), state).toBe(before);
    await auditPage(page, `the offer, ${state}`);
  };
  expect((await offer.boundingBox())!.y + (await page.evaluate(() => scrollY)), 'above the tickets').toBeLessThan(
    before,
  );
  await expectSteady('open');
  await setPushDown(page, true);
  await accept.focus();
  await page.keyboard.press('Enter');
  await offer.getByRole('status').getByText('Allow notices where your browser asks you.').waitFor();
  expect(await accept.getAttribute('aria-busy')).toBe('true');
  await expectSteady('asking');
  // The question was closed without an answer.
  await answerPermission(page, 'default');
  await offer.getByRole('status').getByText('Your browser has not allowed it yet.').waitFor();
  await expectSteady('not allowed yet');
  await page.keyboard.press('Enter');
  await answerPermission(page, 'granted');
  await offer.getByRole('alert').getByText('The push service of your browser does not answer.').waitFor();
  await expectSteady('failed');
  await setPushDown(page, false);
  await page.keyboard.press('Enter');
  await offer.getByText('We will tell you when you win').waitFor();
  expect(await offer.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectSteady('on');
  const { choices, browsers } = (await api.call('/clients/notices')).json.data;
  expect(browsers).toMatchObject([{ current: true }]);
  expect(choices).toContainEqual({ kind: 'win', channel: 'push', wanted: true });

  await placeBets(phone, await lateDraw(api));
  await expectNoOffer(page);
  await phone.open('/profile?open=notices');
  await page.getByRole('button', { name: 'Turn off push: This device' }).tap();
  await page.getByText('Push is off.').waitFor();
  // A client who turns it off is not asked again.
  await placeBets(phone, await lateDraw(api));
  await expectNoOffer(page);
});

journey.long('a refused, blocked or switched-off offer of notices is not made again on this device', async (walk) => {
  const api = await createPlayer();
  const phone = await takePhone(walk, api);
  const { page } = phone;
  await placeBets(phone, await lateDraw(api));
  await offerOn(page).getByRole('button', { name: 'No thanks' }).tap();
  await offerOn(page).getByText('We will not ask again on this device').waitFor();
  await placeBets(phone, await lateDraw(api));
  await expectNoOffer(page);

  const blocked = await takePhone(walk, api);
  await placeBets(blocked, await lateDraw(api));
  const offer = offerOn(blocked.page);
  const button = offer.getByRole('button', { name: 'Tell me when I win' });
  await button.waitFor();
  const before = await topOf(blocked.page);
  await button.tap();
  await answerPermission(blocked.page, 'denied');
  await offer.getByText('Your browser blocks notices').waitFor();
  expect(await topOf(blocked.page)).toBe(before);
  await auditPage(blocked.page, 'the offer, blocked');
  await placeBets(blocked, await lateDraw(api));
  await expectNoOffer(blocked.page);

  await api.call('/clients/notices', {
    method: 'PUT',
    body: { choices: [{ kind: 'win', channel: 'push', wanted: false }] },
  });
  const unwanted = await takePhone(walk, api);
  await placeBets(unwanted, await lateDraw(api));
  await expectNoOffer(unwanted.page);
});

journey.long(
  'a late offer stands below the tickets and moves none of them; in French its text is in French',
  async (walk) => {
    const api = await createPlayer();
    const phone = await takePhone(walk, api, { locale: 'fr-FR' });
    const { page } = phone;
    const pass = Promise.withResolvers<void>();
    await page.route('**/api/clients/notices', async (route) => {
      await pass.promise;
      await route.continue();
    });
    await placeBets(phone, await lateDraw(api), { numbers: '78', base: '/fr' });
    const before = await topOf(page);
    pass.resolve();
    const offer = page.getByRole('region', { name: 'Prévenez-moi si je gagne' });
    await offer.getByText('Soyez prévenu de vos gains').waitFor();
    expect(await topOf(page)).toBe(before);
    const [last, offered] = await boxesOf(page.getByRole('article').last(), offer);
    expect(offered.y).toBeGreaterThan(last.bottom);
    await auditPage(page, 'the offer in French');
    await offer.getByRole('button', { name: 'Non merci' }).tap();
    await offer.getByText('Nous ne le proposerons plus sur cet appareil').waitFor();
  },
);

/** Long enough for an offer to come, were there one. */
async function expectNoOffer(page: Page): Promise<void> {
  await page.waitForTimeout(2_000);
  expect(await offerOn(page).count()).toBe(0);
}

interface NotingWindow {
  news?: string[];
}

/** Runs in the page, before its code: notes which news come, and lets no poll run. */
function noteNews(): void {
  const news: string[] = [];
  (window as NotingWindow).news = news;
  const Usual = EventSource;
  globalThis.EventSource = class extends Usual {
    constructor(address: string | URL) {
      super(address);
      this.addEventListener('draw.settled', ({ data }: MessageEvent<string>) => {
        news.push(`draw.settled ${(JSON.parse(data) as { id: string }).id}`);
      });
    }
  };
  const usualInterval = setInterval;
  const shortestPoll = 10_000;
  globalThis.setInterval = ((run: () => void, ms?: number) =>
    usualInterval((ms ?? 0) >= shortestPoll ? () => {} : run, ms)) as typeof setInterval;
}

interface Registrations {
  readonly registrations: readonly { readonly registrationId: string; readonly isDeleted: boolean }[];
}

/** Has the browser bring a push message to the service worker, as if its push service had sent it. No page of the site is open. */
async function deliver(context: BrowserContext, data: string): Promise<void> {
  const empty = await context.newPage();
  const cdp = await context.newCDPSession(empty);
  const found = Promise.withResolvers<string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registrations) => {
    for (const { registrationId, isDeleted } of registrations) if (!isDeleted) found.resolve(registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found.promise;
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data });
  await empty.close();
}
