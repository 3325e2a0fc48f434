import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { Draw } from '#contract/draws.ts';
import { createOutsider, waitFor } from '#tests/support/players/outsider.ts';
import { shiftOf } from './shift.ts';
import { journey } from './support.ts';

// On a slow device or network a browser paints a page whose HTML has come in part. What is painted then has to stay where it is when
// the rest comes: no place may depend on elements that come later.

/** In all, of a page that comes in small parts. */
const mostShift = 0.005;
const partLength = 400;

const servers: Server[] = [];

afterAll(() => servers.forEach((server) => server.close().closeAllConnections()));

for (const [path, heading] of [
  ['/', 'Play'],
  ['/fr/', 'Jouer'],
  ['/results/1', /^Draw of/],
  ['/figures', 'Figures'],
  ['/verify', 'Verify a receipt'],
] as const) {
  journey(`nothing moves on ${path} while its HTML comes in parts`, async ({ site, visit }) => {
    const baseURL = await serveInParts(site.url);
    const { page } = await visit('desktop', { baseURL });
    for (const width of [320, 700, 950, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const { sum, moved } = await shiftOf(page);
      expect(sum, `at ${width} px: ${moved.join(', ')}`).toBeLessThan(mostShift);
    }
  });
}

for (const [path, shown, draw] of [
  ['/', /bet within$/, 'on sale'],
  ['/', /^Drawing/, 'closed'],
  ['/fr/', /en cours$/, 'closed'],
] as const) {
  journey(
    `nothing moves on ${path} of a small phone when the last result comes late and the next draw is ${draw}`,
    async ({ site, visit, untilSalesLast }) => {
      const anybody = createOutsider(site.url);
      const isDrawn = async () => (await anybody.call('/results?limit=1')).json.data.length > 0;
      await waitFor(isDrawn, 'a draw with a result');
      const { page } = await visit('phone', { viewport: { width: 320, height: 640 } });
      await page.addInitScript(() => localStorage.setItem('known', '1'));
      if (draw === 'closed') await page.route('**/api/draws?*', closeFirst);
      const held = Promise.withResolvers<void>();
      await page.route('**/api/results?*', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { meta: object };
        await held.promise;
        // A site that draws for some days has many.
        await route.fulfill({ response, json: { ...body, meta: { ...body.meta, checkable: 1_234 } } });
      });
      await untilSalesLast(10_000);
      await page.goto(path);
      await page.getByText(shown).waitFor();
      held.resolve();
      await page.getByText(/1.234 (draws, all checkable|tirages, tous vérifiables)/).waitFor({ state: 'attached' });
      const { sum, moved } = await shiftOf(page);
      expect(sum, moved.join(', ')).toBeLessThan(mostShift);
    },
  );
}

/** Answers as if the sales of the first draw had closed, and its numbers were not out for a while. */
async function closeFirst(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as { data: Draw[]; meta: { now: string } };
  const fromNow = (ms: number) => new Date(Date.parse(body.meta.now) + ms).toISOString();
  const [first, ...others] = body.data;
  const closed = { ...first!, status: 'closed', closesAt: fromNow(-5_000), fullDate: fromNow(20_000) };
  await route.fulfill({ response, json: { ...body, data: [closed, ...others] } });
}

/** A server of the site's pages, without their scripts, that sends the head at once and the body in parts. */
async function serveInParts(origin: string): Promise<string> {
  const server = createServer((request, response) => {
    void fetch(origin + request.url).then(async (answer) => {
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(200, { 'content-type': type });
      if (!type.startsWith('text/html')) return response.end(Buffer.from(await answer.arrayBuffer()));
      const html = (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '');
      const body = html.indexOf('<body');
      response.write(html.slice(0, body));
      for (let at = body; at < html.length; at += partLength) {
        response.write(html.slice(at, at + partLength));
        await wait(40);
      }
      return response.end();
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
