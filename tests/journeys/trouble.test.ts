import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { coloursOf, contrast } from '#tests/support/browser/audit.ts';
import { openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import {
  allCalls,
  browserComplains,
  busyClient,
  expectContent,
  expectUsable,
  failCalls,
  troubles,
  type Screen,
  type Trouble,
} from './failing-calls.ts';
import { eventually, journey } from './support.ts';

// A slow or failing API: whatever happens to its calls, each screen stays usable, shows what happened, and recovers.

const refusals: Record<string, Trouble> = {
  'answered with 500': {
    happen: (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Internal Server Error' }),
    said: 'The answer could not be read',
  },
  'answered with 503': {
    happen: (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
    said: 'The site has a problem',
  },
};

failCalls();

journey(
  'a refused stream is retried with exponential back-off, and the draws are polled meanwhile',
  async ({ visit }) => {
    const visitor = await visit('phone');
    const { page } = visitor;
    let streams = 0;
    let polls = 0;
    // The route stays: a call that is on its way when a route ends may be lost.
    let isRefused = true;
    await page.route('**/api/stream?*', (route) => {
      if (!isRefused) return route.continue();
      streams += 1;
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '30', 'content-type': 'application/problem+json' },
        body: '{"code":"rate_limited"}',
      });
    });
    // The last draw: those on sale are fetched only when few are left (web/api/upcoming.ts).
    page.on('request', (request) => void (new URL(request.url()).pathname === '/api/results' && (polls += 1)));
    await page.clock.install();
    await visitor.open('/');
    await eventually(async () => streams > 0 && polls > 0, true);
    const before = polls;
    await page.clock.runFor(5 * 60_000);
    await eventually(async () => polls > before, true);
    // 1, 2, 4 … 60 s, each up to a quarter shorter (jitter).
    expect(streams).toBeLessThanOrEqual(14);
    const open = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/stream' && response.ok(),
    );
    isRefused = false;
    await page.clock.runFor(90_000);
    await open;
    visitor.troubles.splice(0, Infinity, ...visitor.troubles.filter((trouble) => !/429|EventSource/.test(trouble)));
  },
);

journey('a draw that is called off before its close leaves the list when the news arrives', async ({ visit }) => {
  const { page, ...visitor } = await visit('phone');
  const calledOff = new Set<string>();
  let tell = () => {};
  const isTold = new Promise<void>((resolve) => (tell = resolve));
  // A draw is called off only when its key is lost, which cannot be asked of the site: so its news and the list are written here.
  await page.route('**/api/stream?*', async (route) => {
    await isTold;
    const change = JSON.stringify({ id: [...calledOff][0], status: 'void' });
    await route.fulfill({ contentType: 'text/event-stream', body: `event: draw.void\ndata: ${change}\n\n` });
  });
  await page.route('**/api/draws?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { id: string }[] };
    await route.fulfill({ response, json: { ...answer, data: answer.data.filter(({ id }) => !calledOff.has(id)) } });
  });
  const listed = page.waitForResponse((response) => response.url().includes('/api/draws?'));
  await visitor.open('/');
  const { data } = (await (await listed).json()) as { data: { id: string; status: string; fullDate: string }[] };
  const open = data.filter(({ status }) => status === 'open');
  const offer = (time: string) => page.getByRole('main').getByText(`Draw ${time}, this one only`, { exact: true });
  // The first one may close by itself meanwhile, so three are called off.
  await page.getByText(/^Next draw \d\d:\d\d · bet within$/).waitFor();
  for (const { id } of open.slice(0, 3)) calledOff.add(id);
  tell();
  // The operator's time zone, Abidjan's, is UTC.
  await offer(open[3]!.fullDate.slice(11, 16)).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

journey.long(
  'while no call is answered each screen shows its skeleton, and then its content',
  async ({ visit, client }) => {
    const { screens, basket, remembered } = await busyClient(await client(2_000));
    // Three visitors share the screens: all they do is wait.
    await Promise.all([0, 1, 2].map((visitorOf) => waitThrough(screens.filter((_, at) => at % 3 === visitorOf))));

    async function waitThrough(mine: readonly Screen[]): Promise<void> {
      const visitor = await visit('phone', remembered);
      const { page } = visitor;
      await visitor.open('/about');
      await page.evaluate((item) => localStorage.setItem('draws', JSON.stringify([item])), basket);
      let answered = Promise.withResolvers<void>();
      await page.route(allCalls, async (route) => {
        // A call that is held back for longer than the app waits fails.
        await Promise.race([answered.promise, sleep(5_000)]);
        // The page may be gone by now.
        await route.continue().catch(() => {});
      });
      for (const { path, heading, content } of mine) {
        answered = Promise.withResolvers<void>();
        await visitor.open(path);
        await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
        await expectUsable(page);
        // A skeleton is quiet on every ground: light blocks on the night would be the brightest thing of a screen.
        const blocks = await coloursOf(page.getByRole('status', { name: 'Loading' }).locator('span'));
        for (const { fill, ground } of blocks) expect(contrast(fill, ground), path).toBeLessThan(1.5);
        answered.resolve();
        await expectContent(page, content);
        await eventually(() => page.getByRole('alert').count(), 0);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  },
);

journey(
  'forms that are sent while calls fail keep the text in them, and show the failure',
  async ({ visit, client }) => {
    const { account, remembered } = await client(0);
    const visitor = await visit('phone');
    const { page } = visitor;
    await visitor.open('/auth/login');
    for (const { happen, said } of Object.values({ ...troubles, ...refusals })) {
      await page.route(allCalls, happen);
      await page.getByLabel('Phone or e-mail', { exact: true }).fill(account.phone);
      await page.getByLabel('Password', { exact: true }).fill(account.password);
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').getByText(said, { exact: true }).waitFor();
      expect(await page.getByLabel('Phone or e-mail', { exact: true }).inputValue()).toBe(account.phone);
      await page.unroute(allCalls);
    }
    const signedIn = await visit('phone', remembered);
    await signedIn.open('/profile#personal-data');
    const city = signedIn.page.getByLabel('City', { exact: true });
    for (const { happen, said } of Object.values({ ...troubles, ...refusals })) {
      await city.fill('Bouaké');
      await signedIn.page.route('**/api/users/*', happen);
      await signedIn.page.getByRole('button', { name: 'Save', exact: true }).click();
      await signedIn.page.getByRole('alert').getByText(said, { exact: true }).waitFor();
      expect(await city.inputValue()).toBe('Bouaké');
      await signedIn.page.unroute('**/api/users/*');
    }
    await signedIn.page.getByRole('button', { name: 'Save', exact: true }).click();
    await signedIn.page.getByText('Your changes are saved.').waitFor();
    for (const { troubles: found } of [visitor, signedIn]) {
      found.splice(0, Infinity, ...found.filter((trouble) => !browserComplains.test(trouble)));
    }
  },
);

journey('a list whose next page fails shows that and keeps its entries', async ({ visit, client }) => {
  const { api, remembered } = await client(10_000);
  const [draw] = await openDraws(api, 150_000);
  const tickets = Array.from({ length: 30 }, () => ticketFor(draw!, 'IziOne', '7', 100));
  expect((await api.call('/bets', { body: { tickets } })).status).toBe(201);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  await visitor.open('/my-bets');
  const list = page.getByRole('main').getByRole('list').first().locator(':scope > li');
  await eventually(() => list.count(), 24);
  await page.route(allCalls, (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('alert').getByText('Check your connection').waitFor();
  expect(await list.count()).toBe(24);
  await page.unroute(allCalls);
  // The page may have noticed by itself that the network is back.
  const next = page.getByRole('main').getByRole('button', { name: /^(Try again|Show more)$/ });
  const countAfterTap = async () => {
    if (await next.isVisible()) await next.click({ timeout: 2_000 }).catch(() => {});
    return list.count();
  };
  await eventually(countAfterTap, 30);
  visitor.expectTrouble(/ERR_CONNECTION_FAILED/);
});
