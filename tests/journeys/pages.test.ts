import { expect, test } from 'vitest';
import { pages } from '#web/pages.ts';
import { betsOf, createOutsider, openDraws, register, ticketFor } from '#tests/support/players/outsider.ts';
import { journey, rememberedAs, type Client } from './support.ts';

// Every page, opened as from a bookmark: the server has to know its address, and the browser its content.

const headings: Readonly<Record<string, string | RegExp>> = {
  '/': 'Play',
  '/results': 'Results',
  '/results/:id': /^Draw of/,
  '/about': 'About',
  '/figures': 'Figures',
  '/verify': 'Verify a receipt',
  '/auth/login': 'Sign in',
  '/auth/signup': 'Sign up',
  '/auth/forgot': 'Reset your password',
  '/auth/undo': 'Protect your account',
  '/auth/confirm': 'Confirm your phone',
  '/checkout': 'Checkout',
  '/my-bets': 'My bets',
  '/my-bets/:id': 'Ticket',
  '/my-wallet': 'My wallet',
  '/history': 'History',
  '/profile': 'Profile',
};

test('the list of pages is the one that is opened here', () => {
  expect(pages.map(({ path }) => path)).toEqual(Object.keys(headings));
});

journey('every page opens cold: the server answers 200, and its heading is there', async ({ site, visit, client }) => {
  const ticketHolder = await client(1_000);
  const ids = await idsOf(ticketHolder);
  const unconfirmed = createOutsider(site.url);
  await register(unconfirmed);
  const visitor = await visit('desktop');
  const signedIn = await visit('desktop', ticketHolder.remembered);
  const newcomer = await visit('desktop', rememberedAs(unconfirmed));

  for (const { path: pattern, only } of pages) {
    const path = pattern.replace(':id', ids[pattern] ?? '');
    // A confirmed client is redirected from there.
    const somebody = pattern === '/auth/confirm' ? newcomer : only === 'clients' ? signedIn : visitor;
    const response = await somebody.page.goto(path);
    expect(response?.status(), path).toBe(200);
    // Before any script: the heading is in the HTML. That of a draw holds its time, which the build does not know.
    if (pattern !== '/results/:id') expect(headingIn(await response!.text()), path).toBe(headings[pattern]);
    await somebody.arrive(path, headings[pattern]!);
  }
});

journey('an unknown address answers 404, and shows that', async ({ visit }) => {
  const visitor = await visit('desktop');
  for (const path of ['/no-such-page', '/results/1/2', '/my-bet']) {
    const response = await visitor.page.goto(path);
    expect(response?.status(), path).toBe(404);
    await visitor.arrive(path, /no such page/);
    visitor.expectTrouble(/status of 404/);
  }
});

function headingIn(html: string): string | undefined {
  return /<h1[^>]*>([^<]*)/.exec(html)?.[1];
}

/** Ids for the pages whose address holds one. */
async function idsOf({ api }: Client): Promise<Record<string, string>> {
  const [draw] = await openDraws(api, 20_000);
  const placed = await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOne', '7', 100)] } });
  expect(placed.status, placed.text).toBe(201);
  return { '/results/:id': draw!.id, '/my-bets/:id': (await betsOf(api))[0]!.id };
}
