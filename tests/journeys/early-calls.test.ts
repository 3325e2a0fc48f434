import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { earlyCalls } from '#web/early-calls.ts';
import { betsOf, createOutsider, openDraws, register, ticketFor } from '#tests/support/players/outsider.ts';
import { eventually, journey, rememberedAs, suggestNoPasskey } from './support.ts';

/** The stream of draws, as an open page asks for it. */
const stream = '/stream?only=changes';

const minute = () => Math.floor(Date.now() / 60_000);

/** The site has a draw on each minute. After it, an open page asks for the balance again. Returns the minute, of which some is left. */
async function betweenDraws(): Promise<number> {
  const second = (Date.now() / 1_000) % 60;
  if (second < 8 || second > 45) await sleep(((68 - second) % 60) * 1_000);
  return minute();
}

journey(
  'a page makes its first calls before its code has loaded; each is taken over and none is made twice',
  async ({ visit, client, site }) => {
    const { api, remembered } = await client(2_000);
    const [draw] = await openDraws(api, 20_000);
    const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', '7', 100)] } });
    expect(placed.status, placed.text).toBe(201);
    const [ticket] = await betsOf(api);
    const unconfirmed = createOutsider(site.url);
    await register(unconfirmed);
    const signedIn = await visit('phone', remembered);
    const newcomer = await visit('phone', rememberedAs(unconfirmed));
    for (const [pattern, calls] of Object.entries({ ...earlyCalls, '/': [] })) {
      const { page, open } = pattern === '/auth/confirm' ? newcomer : signedIn;
      const id = pattern.startsWith('/results') ? draw!.id : ticket!.id;
      const path = pattern.replace(':id', id);
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.push(pathname.slice('/api'.length) + search);
      });
      let between;
      do {
        between = await betweenDraws();
        asked.length = 0;
        await page.goto('about:blank');
        await open(path);
        const untaken = () => page.evaluate(() => Object.keys(window.earlyCalls?.answers ?? { none: true }));
        await eventually(untaken, []);
        // The app itself opens the stream, so boot.js has made all calls before it.
        await eventually(async () => asked.includes(stream), true);
        // On a slow machine a draw may have come.
      } while (minute() !== between);
      const early = ['/clients/balance', ...calls].map((call) => call.replace(':id', id));
      expect(asked.slice(0, asked.indexOf(stream)), path).toEqual(expect.arrayContaining(early));
      for (const call of early) expect(asked.filter((other) => other === call).length, `${call} on ${path}`).toBe(1);
      page.removeAllListeners('request');
    }
  },
);

journey('a visitor’s page makes early calls only for draws and figures', async ({ visit, drawAfter }) => {
  const visitor = await visit('phone');
  await suggestNoPasskey(visitor);
  const { page, open, arrive } = visitor;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.slice('/api'.length));
  });
  for (const path of ['/my-bets', '/history']) {
    await open(path);
    await arrive('/auth/login', 'Sign in');
    expect(await page.evaluate(() => window.earlyCalls!.answers)).toEqual({});
  }
  // A page opens its stream last. It must not be counted among the calls of the next one.
  await eventually(async () => asked, ['/stream', '/stream']);
  const { id } = await drawAfter(60_000);
  for (const [path, call] of [
    [`/results/${id}`, `/draws/${id}`],
    ['/figures', '/figures'],
  ] as const) {
    // Held back, the code cannot have made the call.
    const passed = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await passed.promise;
      await route.continue();
    });
    asked.length = 0;
    await page.goto(path, { waitUntil: 'commit' });
    await eventually(async () => asked, [call]);
    passed.resolve();
    await eventually(() => page.evaluate(() => Object.keys(window.earlyCalls!.answers)), []);
    await eventually(async () => asked, [call, '/stream']);
    await page.unrouteAll();
  }
});
