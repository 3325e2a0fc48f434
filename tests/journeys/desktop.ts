import { expect } from 'vitest';
import { formatFrancs } from '#domain/money.ts';
import { createOutsider } from '#tests/support/players/outsider.ts';
import { untilDayLasts } from '#tests/support/until-day-lasts.ts';
import { addTicket, betOf, choose, eventually, inMotion, journey, signIn, still, tokensOf } from './support.ts';

const newPassword = 'another good one 7';

journey.long('the demo client on a desktop: play, results, profile, sign out', async ({ site, visit, drawAfter }) => {
  await untilDayLasts();
  const visitor = await visit('desktop');
  const { page } = visitor;
  const header = page.getByRole('banner');
  const main = page.getByRole('main');
  const navigation = page.getByRole('navigation', { name: 'Main' });

  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  expect(await navigation.getByRole('link').allInnerTexts()).toEqual(['Home', 'Results', 'About']);
  await header.getByRole('link', { name: 'Sign in' }).click();
  await visitor.arrive('/auth/login', 'Sign in');
  await signIn(page, { ...site.demoClient, password: 'not the password' });
  await main.getByRole('alert').waitFor();
  visitor.expectTrouble(/status of 401/);
  await signIn(page, site.demoClient);
  await visitor.arrive('/', 'Play');
  await header.getByRole('link', { name: `Wallet balance ${formatFrancs(50_000)}` }).waitFor();
  await eventually(
    () => navigation.getByRole('link').allInnerTexts(),
    ['Home', 'Results', 'My bets', 'My wallet', 'History', 'About'],
  );

  // Reordered by keyboard only: the last number moves to the first place.
  const draw = await drawAfter(120_000);
  await choose(main.getByRole('radio', { name: betOf('IziOrder') }));
  for (const number of '234567891') await main.getByRole('button', { name: number, exact: true }).click();
  await main.getByRole('button', { name: '1, ninth place' }).press('Home');
  await main.getByRole('button', { name: '1, first place' }).waitFor();
  await addTicket(page, { name: 'IziOrder', numbers: '', amount: 600 }, draw);
  await addTicket(page, { name: 'Izi2x', amount: 500 }, draw);
  await header.getByRole('button', { name: 'Basket', exact: true }).click();
  await page.getByRole('dialog', { name: 'Basket' }).getByRole('link', { name: 'Checkout' }).click();
  await visitor.arrive('/checkout', 'Checkout');
  await main.getByRole('button', { name: 'Pay', exact: true }).click();
  await visitor.arrive('/checkout', '2 tickets are placed');
  await header.getByRole('link', { name: `Wallet balance ${formatFrancs(48_900)}` }).waitFor();

  await main.getByRole('link', { name: /^Receipt of IziOrder/ }).click();
  await visitor.arrive(/^\/my-bets\/[\w-]+$/, 'Ticket');
  expect(await main.getByRole('list', { name: 'Numbers' }).innerText()).toMatch(/1\s+2\s+3\s+4\s+5\s+6\s+7\s+8\s+9/);
  await page.emulateMedia(inMotion);
  await main.getByRole('link', { name: 'See the draw' }).click();
  await visitor.arrive(`/results/${draw.id}`, /^Draw of \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  // A win is told in a sheet, which may open at any time and is closed first.
  await page.addLocatorHandler(page.getByRole('dialog', { name: 'You won' }), () => page.keyboard.press('Escape'));
  // The numbers come out while the visitor watches.
  await main.getByRole('button', { name: 'Skip' }).click();
  const places = main.getByRole('list', { name: 'Result', exact: true }).getByRole('listitem');
  const result = (await places.allInnerTexts()).map((text) => text.replaceAll(/\D/g, ''));
  expect(result.toSorted()).toEqual(Array.from('123456789'));
  const mine = main.getByRole('region', { name: 'My tickets on this draw' });
  await mine
    .getByText(/^(Paid .+|Lost)$/)
    .nth(1)
    .waitFor();
  await main.getByRole('button', { name: 'Verify this draw' }).click();
  await main.getByText('Checks passed; operator-trusted').waitFor();
  await visitor.arrive(`/results/${draw.id}`, /^Draw of /);
  await page.emulateMedia(still);

  await navigation.getByRole('link', { name: 'Results' }).click();
  await visitor.arrive('/results', 'Results');
  const row = main.getByRole('listitem').filter({ has: page.locator(`a[href="/results/${draw.id}"]`) });
  await row.getByText(/Your 2 tickets/).waitFor();
  expect(await row.getByRole('list').innerText()).toMatch(new RegExp(result.join('\\D+')));
  await main.getByRole('button', { name: 'Previous day' }).click();
  await visitor.arrive(`/results?date=${dayBefore(draw.date)}`, 'Results');
  // A run that began before midnight has drawn on it.
  await main.getByText('No draws on this day').or(main.getByRole('listitem').first()).first().waitFor();
  await main.getByRole('button', { name: 'Next day' }).click();
  await visitor.arrive(`/results?date=${draw.date}`, 'Results');
  await row.waitFor();

  await header.getByRole('link', { name: 'Profile' }).click();
  await visitor.arrive('/profile', 'Profile');
  await main.getByText('Personal details').click();
  await page.getByLabel('First name', { exact: true }).fill('Aminata');
  await page.getByLabel('City', { exact: true }).fill('Bouaké');
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your changes are saved.').waitFor();
  // The page asks where the client is signed in when it is loaded.
  const elsewhere = createOutsider(site.url);
  const signedIn = await elsewhere.call('/clients/auth/local', {
    body: { identifier: site.demoClient.phone, password: site.demoClient.password },
    headers: { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' },
  });
  elsewhere.token = signedIn.json.jwt;
  await page.reload();
  await visitor.arrive('/profile?open=personal-data', 'Profile');
  await eventually(() => page.getByLabel('City', { exact: true }).inputValue(), 'Bouaké');
  await main.getByText('Aminata Demo').waitFor();

  await main.getByText('Where you are signed in').click();
  await main.getByText('This device').waitFor();
  await main.getByRole('button', { name: 'Sign out Firefox on Android' }).click();
  await page.getByText('That device is signed out.').waitFor();
  expect((await elsewhere.call('/users/me')).status).toBe(401);

  const before = await tokensOf(page);
  await main.getByText('Password, passkeys', { exact: true }).click();
  await page.getByLabel('Current password', { exact: true }).fill(site.demoClient.password);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await main.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed.').waitFor();
  const after = await tokensOf(page);
  expect(after).toEqual({ session: expect.stringMatching(/^Bearer /), local: null });
  expect(after).not.toEqual(before);
  await navigation.getByRole('link', { name: 'My wallet' }).click();
  await visitor.arrive('/my-wallet', 'My wallet');

  await header.getByRole('button', { name: 'Log out' }).click();
  await visitor.arrive('/', 'Play');
  expect(await tokensOf(page)).toEqual({ session: null, local: null });
  await header.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, { ...site.demoClient, password: newPassword });
  await visitor.arrive('/', 'Play');
});

journey('light and dark: switched in the footer, and kept', async ({ visit }) => {
  const visitor = await visit('desktop', inMotion);
  const { page } = visitor;
  const dark = page.getByRole('contentinfo').getByRole('switch', { name: 'Dark mode' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await visitor.open('/about');
  const light = await ground();
  await dark.click();
  await eventually(() => dark.isChecked(), true);
  await page.reload();
  await eventually(() => dark.isChecked(), true);
  expect(await ground()).not.toBe(light);
  await dark.click();
  await eventually(ground, light);
});

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}
