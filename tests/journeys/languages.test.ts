import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  addTicket,
  basketOf,
  betOf,
  choose,
  chooseAnotherDraw,
  eventually,
  journey,
  signIn,
  type Visit,
} from './support.ts';

// The language of a page is changed in the middle of something: all that belongs to the page goes with it.

const other = { English: 'Langue', Français: 'Language' } as const;

async function speak(page: Page, language: keyof typeof other): Promise<void> {
  await page.getByRole('banner').getByLabel(other[language]).selectOption({ label: language });
}

async function payOneTicket(visitor: Visit, draw: Parameters<typeof addTicket>[2]): Promise<void> {
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, draw);
  await visitor.open('/checkout');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await visitor.arrive('/checkout', '1 ticket is placed');
}

journey('the receipts of a checkout are there in the other language, and when the player comes back', async (walk) => {
  const { remembered } = await walk.client(1_000);
  const visitor = await walk.visit('desktop', remembered);
  const { page } = visitor;
  await payOneTicket(visitor, await walk.farDraw());
  const serial = await page.getByRole('article').getByRole('link').innerText();

  await speak(page, 'Français');
  await visitor.arrive('/fr/checkout', '1 ticket est validé');
  await page.getByText(serial).waitFor();
  await speak(page, 'English');
  await visitor.arrive('/checkout', '1 ticket is placed');
  await page.getByText(serial).waitFor();

  // Back leads to pages of the language before, which send whoever has chosen another one on.
  await page.getByRole('link', { name: 'Play again' }).click();
  await visitor.arrive('/', 'Play');
  await speak(page, 'Français');
  await visitor.arrive('/fr/', 'Jouer');
  await page.goBack();
  await visitor.arrive('/fr/', 'Jouer');
  await page.goBack();
  await visitor.arrive('/fr/checkout', '1 ticket est validé');
  await page.getByText(serial).waitFor();
  await page.reload();
  await visitor.arrive('/fr/checkout', '1 ticket est validé');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

journey('a sign-in that a checkout asked for leads back to it, whatever language it is made in', async (walk) => {
  const { account } = await walk.client(1_000);
  const visitor = await walk.visit('desktop');
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, await walk.farDraw());
  await visitor.open('/checkout');
  await visitor.arrive('/auth/login', 'Sign in');
  await page.getByLabel('Phone or e-mail', { exact: true }).fill(account.phone);
  await page.getByLabel('Password', { exact: true }).fill('not carried anywhere');

  await speak(page, 'Français');
  await visitor.arrive('/fr/auth/login', 'Se connecter');
  await page.getByText('Connectez-vous pour continuer. Votre panier est gardé.').waitFor();
  await eventually(() => page.getByLabel('Téléphone ou e-mail', { exact: true }).inputValue(), account.phone);
  expect(await page.getByLabel('Mot de passe', { exact: true }).inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('carried');
  await page.getByRole('main').getByRole('link', { name: 'S’inscrire' }).click();
  await visitor.arrive('/fr/auth/signup', 'Votre téléphone');

  await speak(page, 'English');
  await visitor.arrive('/auth/signup', 'Your phone');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await visitor.arrive('/auth/login', 'Sign in');
  await signIn(page, account);
  await visitor.arrive('/checkout', 'Checkout');
  expect(await basketOf(page)).toHaveLength(1);
});

journey.long('what is typed into a form goes with it, and a new account comes back to its checkout', async (walk) => {
  const visitor = await walk.visit('desktop');
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 100 }, await walk.farDraw());
  await visitor.open('/checkout');
  await visitor.arrive('/auth/login', 'Sign in');
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await visitor.arrive('/auth/signup', 'Your phone');
  const phone = `05${String(Date.now() % 1e6).padStart(6, '0')}71`;
  await page.getByLabel('Phone', { exact: true }).fill(phone);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByLabel('Keep me signed in').click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('First name', { exact: true }).fill('Ama');
  await page.getByLabel('Date of birth', { exact: true }).fill('17/05/1990');

  await speak(page, 'Français');
  await visitor.arrive('/fr/auth/signup?step=2', 'Votre téléphone');
  await eventually(() => page.getByLabel('Téléphone', { exact: true }).inputValue(), phone);
  expect(await page.getByLabel('Rester connecté').isChecked()).toBe(true);
  await page.getByLabel('Mot de passe', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Suivant' }).click();
  await eventually(() => page.getByLabel('Prénom', { exact: true }).inputValue(), 'Ama');
  expect(await page.getByLabel('Date de naissance', { exact: true }).inputValue()).toBe('17/05/1990');
  await page.getByLabel('Nom', { exact: true }).fill('Koné');
  await page.locator('[name=acceptTerms]').click();
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await visitor.arrive('/fr/auth/confirm', 'Confirmez votre téléphone');
  await page.getByText('Nouveau code possible dans').waitFor();

  await speak(page, 'English');
  await visitor.arrive('/auth/confirm', 'Confirm your phone');
  await page.getByText('Send a new code in').waitFor();
  await page.getByRole('button', { name: /^Use \d{6}$/ }).click();
  await visitor.arrive('/checkout', 'Checkout');
  expect(await basketOf(page)).toHaveLength(1);
});

journey.long('a deposit that a checkout asked for leads back to it, also in the other language', async (walk) => {
  const { remembered } = await walk.client(500);
  const visitor = await walk.visit('desktop', remembered);
  const { page } = visitor;
  await visitor.open('/');
  await addTicket(page, { name: 'IziOne', numbers: '7', amount: 1_700 }, await walk.farDraw());
  await visitor.open('/checkout');
  await page.getByRole('main').getByRole('link', { name: 'Add funds' }).click();
  await page.getByRole('dialog', { name: 'Add funds' }).getByRole('button', { name: 'Close' }).click();
  await visitor.arrive('/my-wallet', 'My wallet');

  await speak(page, 'Français');
  await visitor.arrive('/fr/my-wallet', 'Mon portefeuille');
  await page.getByRole('main').getByRole('button', { name: 'Recharger', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Recharger' });
  await sheet.getByLabel('Montant', { exact: true }).fill('1200');
  await sheet.getByRole('button', { name: 'Recharger', exact: true }).click();
  await page.getByRole('button', { name: 'Approuver' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Continuer vers la validation' }).click();
  await visitor.arrive('/fr/checkout', 'Validation');
});

journey('a ticket that is being made up is there in the other language', async ({ visit, farDraw }) => {
  const visitor = await visit('desktop');
  const { page } = visitor;
  const draw = await farDraw();
  await visitor.open('/');
  await choose(page.getByRole('radio', { name: betOf('IziOrder') }));
  const numbers = (label: string) => page.getByRole('list', { name: label }).getByRole('listitem').allInnerTexts();
  await eventually(async () => (await numbers('Your numbers')).length, 9);
  await page.getByRole('button', { name: 'Quick pick' }).click();
  await eventually(async () => (await numbers('Your numbers')).toSorted().join(''), '123456789');
  await page.getByLabel('Amount', { exact: true }).fill('600');
  await chooseAnotherDraw(page);
  for (const [label, value] of Object.entries({ Date: draw.date, Hour: draw.hour, Minute: draw.minute })) {
    await page.getByLabel(label, { exact: true }).selectOption(value);
  }
  const before = await numbers('Your numbers');
  await speak(page, 'Français');
  await visitor.arrive('/fr/', 'Jouer');
  await eventually(() => numbers('Vos numéros'), before);
  expect(await page.getByLabel('Montant', { exact: true }).inputValue()).toBe('600');
  await page.getByText(new RegExp(`^Tirage .* ${draw.hour}:${draw.minute} seulement$`)).waitFor();
});

journey('without a network the language stays, and the page says why', async ({ visit }) => {
  const visitor = await visit('desktop');
  const { page } = visitor;
  await visitor.open('/about');
  await visitor.arrive('/about', 'How it works');
  await page.route('**/favicon.svg', (route) => route.abort());
  await speak(page, 'Français');
  await page.getByText('Check your connection, then try again.').waitFor();
  await visitor.arrive('/about', 'How it works');
  expect(await page.getByRole('banner').getByLabel('Language').inputValue()).toBe('en');
  expect(await page.evaluate(() => localStorage.getItem('locale'))).not.toBe('fr');
  visitor.expectTrouble(/ERR_FAILED/);
});
