import { expect } from 'vitest';
import { betsOf, createOutsider, openDraws, register, ticketFor } from '#tests/support/players/outsider.ts';
import { shiftOf } from './shift.ts';
import { inMotion, journey, rememberedAs, visitorPages, type Client, type StoredItem, type Visit } from './support.ts';

// Nothing on a page may move away from under a thumb while answers arrive, one after the other on a slow network.

const clientPages = ['/', '/results', '/checkout', '/my-bets', '/my-wallet', '/history', '/profile'];
const mostShift = 0.01;

for (const device of ['phone', 'desktop'] as const) {
  journey(`on a ${device} nothing moves while a page fills`, async ({ site, visit, client }) => {
    const { ids, remembered } = await clientWithClosedBasket(await client(3_000));
    const unconfirmed = createOutsider(site.url);
    await register(unconfirmed);
    const shifts: Record<string, string[]> = {};
    for (const [visitor, paths] of [
      [await visit(device, inMotion), [...visitorPages, `/results/${ids.draw}`]],
      [await visit(device, { ...remembered, ...inMotion }), [...clientPages, `/my-bets/${ids.ticket}`]],
      [await visit(device, { ...rememberedAs(unconfirmed), ...inMotion }), ['/auth/confirm', '/my-wallet', '/profile']],
    ] as const) {
      await answerOneByOne(visitor);
      for (const path of paths) {
        await visitor.open(path);
        await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
        await visitor.page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
        const { sum, moved } = await shiftOf(visitor.page);
        if (sum > mostShift) shifts[path] = moved;
      }
    }
    expect(shifts).toEqual({});
  });
}

/** Has a placed ticket, and a basket with two more whose draw is long over. */
async function clientWithClosedBasket({ api, remembered }: Client) {
  const [draw] = await openDraws(api, 20_000);
  const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', '7', 100)] } });
  expect(placed.status).toBe(201);
  const basket: StoredItem[] = ['1', '2'].map((number) => ({
    id: `019b0000-0000-7000-8000-00000000000${number}`,
    name: 'IziOne',
    fullDate: new Date(Date.parse(draw!.fullDate) - 3_600_000).toISOString(),
    betAmount: 200,
    selectedNumbers: [number],
    drawId: '019b0000-0000-7000-8000-000000000009',
  }));
  const { storageState } = remembered as { storageState: { origins: { localStorage: object[] }[] } };
  storageState.origins[0]!.localStorage.push({ name: 'draws', value: JSON.stringify(basket) });
  return { ids: { draw: draw!.id, ticket: (await betsOf(api))[0]!.id }, remembered };
}

async function answerOneByOne({ page, context }: Visit) {
  let last = Promise.resolve();
  await context.route(/\/api\/(?!stream)/, (route) => {
    last = last.then(() => page.waitForTimeout(60)).catch(() => {});
    return last.then(() => route.continue()).catch(() => {});
  });
  // A draw that is drawn meanwhile is news, and may move what is below it.
  await context.route(/\/api\/stream/, () => new Promise(() => {}));
}
