import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { formatFrancs } from '#domain/money.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import {
  addTicket,
  basketOf,
  betOf,
  chooseAnotherDraw,
  type DrawTime,
  eventually,
  journey,
  nextDrawLine,
} from './support.ts';

// A link that carries a ticket's numbers, and what whoever opens it finds.

const pad = (page: Page) => page.getByRole('group', { name: 'Numbers', exact: true });
const pressed = (page: Page) => pad(page).locator('[aria-pressed=true]').allInnerTexts();
const said = (page: Page) => page.getByRole('status').filter({ hasText: 'IziTwo 4 9' });
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const linkTo = (fullDate: string) => `/#play=IziTwo.49.300.${fullDate.slice(0, 16)}Z`;
const long = '2000-01-01T00:00';

async function expectFilledIn(page: Page): Promise<void> {
  await eventually(() => pressed(page), ['4', '9']);
  expect(await page.getByRole('radio', { name: betOf('IziTwo') }).isChecked()).toBe(true);
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('300');
}

async function chooseDraw(page: Page, draw: DrawTime): Promise<void> {
  await chooseAnotherDraw(page);
  for (const [label, value] of Object.entries({ Date: draw.date, Hour: draw.hour, Minute: draw.minute })) {
    await page.getByLabel(label, { exact: true }).selectOption(value);
  }
}

journey('a ticket that is being made up goes to a friend as a link, for the same draw', async ({ visit, farDraw }) => {
  const draw = await farDraw();
  const { page, open } = await visit('desktop', clipboard);
  await open('/');
  await page.getByRole('radio', { name: betOf('IziTwo') }).check({ force: true });
  for (const number of ['4', '9']) await pad(page).getByRole('button', { name: number, exact: true }).click();
  expect(await page.getByRole('button', { name: 'Play with me' }).count(), 'an incomplete ticket').toBe(0);
  await page.getByLabel('Amount', { exact: true }).fill('300');
  await chooseDraw(page, draw);
  await page.getByRole('button', { name: 'Play with me' }).click();
  const copied = page.getByText('The link is copied.');
  await copied.waitFor();
  // Under the pointer the button has a ground, which the words do not touch.
  const button = (await page.getByRole('button', { name: 'Play with me' }).boundingBox())!;
  expect((await copied.boundingBox())!.x - (button.x + button.width)).toBeGreaterThanOrEqual(8);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).href.replace(new URL(link).origin, '')).toBe(linkTo(draw.fullDate));

  const friend = await visit('phone', { viewport: { width: 360, height: 640 } });
  const asked: string[] = [];
  friend.page.on('request', (request) => asked.push(request.url()));
  await friend.open(linkTo(draw.fullDate));
  await expectFilledIn(friend.page);
  await said(friend.page).getByText(`for the draw of`).waitFor();
  // On a low phone, too, the ticket is in sight and not only the hero.
  const inSight = async () => {
    const [numbers, stub] = await boxesOf(
      friend.page.getByRole('list', { name: 'Your numbers' }),
      friend.page.getByRole('region', { name: 'Your ticket' }),
    );
    return [numbers.bottom < stub.y, stub.bottom <= 640];
  };
  await eventually(inSight, [true, true]);
  await auditPage(friend.page, 'a link to play with');
  expect(
    asked.filter((url) => url.includes('play=')),
    'what the link holds stays on the phone',
  ).toEqual([]);
  await friend.page.getByRole('button', { name: 'Add to basket' }).tap();
  await eventually(
    async () => (await basketOf(friend.page)).map(({ name, fullDate, betAmount }) => ({ name, fullDate, betAmount })),
    [{ name: 'IziTwo', fullDate: draw.fullDate, betAmount: 300 }],
  );
  // It has done its work: the next reload fills in nothing.
  await eventually(() => friend.page.evaluate(() => location.hash), '');
  expect(await said(friend.page).count()).toBe(0);
});

journey(
  'a link whose draw has closed is for the next one and says so; the basket stays',
  async ({ visit, farDraw }) => {
    const { page, open } = await visit('phone');
    await open('/');
    await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, await farDraw());
    await page.goto('about:blank');
    await open(linkTo(long));
    await expectFilledIn(page);
    await said(page).getByText('The draw of 01/01/2000 00:00 has closed.').waitFor();
    await said(page).getByText('What is in your basket stays there.').waitFor();
    await page.getByText(nextDrawLine).waitFor();
    expect(await basketOf(page)).toHaveLength(1);
    await said(page).getByRole('button', { name: 'Close' }).tap();
    await eventually(() => said(page).count(), 0);
    expect(await pressed(page), 'closing the line takes nothing away').toEqual(['4', '9']);

    await page.goto('about:blank');
    await open(linkTo('2099-12-31T23:59'));
    await expectFilledIn(page);
    await said(page).getByText('No draw at 31/12/2099 23:59 is on sale.').waitFor();
  },
);

journey('a link that holds no ticket is refused in words, and nothing is filled in', async ({ visit }) => {
  const { page, open } = await visit('phone');
  await open(linkTo(long).replace('.300.', '.350.'));
  await page.getByRole('alert').getByText('This link holds no ticket that can be played.').waitFor();
  expect(await pressed(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).tap();
  await eventually(() => page.getByRole('alert').count(), 0);
  expect(await page.evaluate(() => location.hash)).toBe('');
});

journey('a ticket that the player has begun is replaced only when they say so', async ({ visit }) => {
  const { page, open } = await visit('phone');
  await open('/');
  await pad(page).getByRole('button', { name: '7', exact: true }).tap();
  const follow = () => page.evaluate((link) => location.assign(link), linkTo(long));
  await follow();
  await said(page)
    .getByText(`The link holds IziTwo 4 9, ${formatFrancs(300)}.`)
    .waitFor();
  expect(await pressed(page)).toEqual(['7']);
  await page.getByRole('button', { name: 'Keep mine' }).tap();
  await eventually(() => said(page).count(), 0);
  expect(await pressed(page)).toEqual(['7']);

  await follow();
  await page.getByRole('button', { name: 'Use the link' }).tap();
  await expectFilledIn(page);
  await said(page).getByText('has closed.').waitFor();
});

journey('a placed ticket is shared from its page, through the phone’s own sheet', async ({ visit, client, site }) => {
  const { api, remembered } = await client(1_000);
  const [draw] = await openDraws(api, 20_000);
  const ticket = ticketFor(draw!, 'IziTwo', '49', 300);
  expect((await api.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);
  const { page, open } = await visit('phone', remembered);
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data }) });
  });
  await open(`/my-bets/${ticket.id}`);
  await page.getByRole('button', { name: 'Play with me' }).tap();
  await eventually(() => page.evaluate(() => Reflect.get(window, 'shared') as unknown), {
    title: 'Play with me: IziTwo 4 9',
    url: site.url + linkTo(draw!.fullDate),
  });
});
