import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxesOf } from '#tests/support/browser/boxes.ts';
import { currency } from '#domain/words/fr/units.ts';
import { formatFrancs } from '#domain/money.ts';
import { auditInLight } from '#tests/support/browser/audit.ts';
import { englishOnly, wordsIn } from '#tests/support/languages/catalogues.ts';
import { expectFrench as expectWordsFrench } from '#tests/support/languages/expect-french.ts';
import { betsOf, createOutsider, openDraws, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import { shiftOf } from './shift.ts';
import { betOf, choose, eventually, journey, tokensOf, type Visit } from './support.ts';

const english = await englishOnly();
const inFrench = { locale: 'fr-FR' } as const;
const francs = (amount: number) => formatFrancs(amount, currency);

const expectFrench = (page: Page) => expectWordsFrench(page, english);

/** Reads a page once it has all it shows. */
async function read({ page, arrive }: Visit, path: string | RegExp, heading: string | RegExp): Promise<void> {
  await arrive(path, heading);
  await page.getByRole('status', { name: 'Chargement' }).first().waitFor({ state: 'detached' });
  await expectFrench(page);
}

/** French amounts are longer than English ones. In the bar at the foot of a phone, the sum is still beside its button. */
async function expectSumBeside(page: Page): Promise<void> {
  const [sum, button] = await page.getByRole('region', { name: 'Votre ticket' }).evaluate((bar) => {
    const text = document.createRange();
    text.selectNodeContents(bar.querySelector('b')!);
    return [text.getBoundingClientRect().right, bar.querySelector('button')!.getBoundingClientRect().left];
  });
  expect(sum!).toBeLessThanOrEqual(button!);
}

const phone = `+22505${String(Date.now() % 1e6).padStart(6, '0')}44`;
const password = 'cheval correct 9';

journey('the whole story is in French, without one English word', async ({ site, visit, untilSalesLast }) => {
  const visitor = await visit('phone', inFrench);
  const { page } = visitor;
  const main = page.getByRole('main');
  await visitor.open('/fr/');
  await read(visitor, '/fr/', 'Jouer');
  // The bar names the missing parts of each bet; then its table of payouts, and the fields of another draw.
  await main.getByRole('button', { name: 'Ajouter au panier' }).tap();
  await main.getByRole('alert').waitFor();
  await expectFrench(page);
  await expectSumBeside(page);
  for (const name of ['IziOrder', 'IziTwo', 'IziABC', 'Izi2x', 'Izi3x', 'IziOne']) {
    await choose(main.getByRole('radio', { name: betOf(name) }));
    await main.getByRole('button', { name: 'Au hasard' }).tap();
    await main.getByLabel('Montant', { exact: true }).fill(name === 'IziOrder' ? '1500' : '10000');
    await expectSumBeside(page);
    await expectFrench(page);
    if (name !== 'IziOrder') continue;
    await main.getByRole('button', { name: '1 chance sur 12,5' }).tap();
    const tiers = page.getByRole('dialog', { name: 'Ce que rapporte IziOrder' }).locator('tbody > tr');
    await tiers.first().waitFor();
    const heights = await tiers.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights), 'each count is one line').toBeLessThan(36);
    await expectFrench(page);
    await page.keyboard.press('Escape');
  }
  await main.getByRole('button', { name: '300', exact: true }).tap();
  await main.getByRole('button', { name: 'Changer' }).tap();
  await main.getByLabel('Heure', { exact: true }).waitFor();
  await expectFrench(page);
  await main.getByRole('button', { name: 'Ajouter au panier' }).tap();
  await page.getByRole('button', { name: 'Panier', exact: true }).tap();
  const basket = page.getByRole('dialog', { name: 'Panier' });
  await basket.getByText('IziOne').waitFor();
  await expectFrench(page);
  await basket.getByRole('link', { name: 'Valider' }).tap();

  await read(visitor, '/fr/auth/login', 'Se connecter');
  await main.getByRole('button', { name: 'Se connecter' }).tap();
  await main.getByText('Saisissez votre mot de passe.').waitFor();
  await expectFrench(page);
  await page.getByLabel('Téléphone ou e-mail', { exact: true }).fill(phone);
  await page.getByLabel('Mot de passe', { exact: true }).fill('pas le bon');
  await main.getByRole('button', { name: 'Se connecter' }).tap();
  await main.getByText('Le téléphone, l’e-mail ou le mot de passe est incorrect.').waitFor();
  visitor.expectTrouble(/status of 401/);
  await expectFrench(page);

  await main.getByRole('link', { name: 'S’inscrire' }).tap();
  await read(visitor, '/fr/auth/signup', 'Votre téléphone');
  await main.getByRole('button', { name: 'Suivant' }).tap();
  await main.locator('[aria-invalid]').first().waitFor();
  await expectFrench(page);
  await page.getByLabel('Téléphone', { exact: true }).fill(phone);
  await page.getByLabel('Mot de passe', { exact: true }).fill('12345678');
  await main.getByRole('button', { name: 'Suivant' }).tap();
  await visitor.arrive('/fr/auth/signup?step=2', 'Qui joue');
  await main.getByRole('button', { name: 'Créer le compte' }).tap();
  await main.getByText('À remplir.').first().waitFor();
  await expectFrench(page);
  await page.getByLabel('Prénom', { exact: true }).fill('Ama');
  await page.getByLabel('Nom', { exact: true }).fill('Koné');
  await page.getByLabel('Date de naissance', { exact: true }).fill('17/05/1990');
  await choose(page.getByLabel('J’ai 18 ans ou plus'));
  await main.getByRole('button', { name: 'Créer le compte' }).tap();
  await main.getByText('facile à deviner').first().waitFor();
  visitor.expectTrouble(/status of 422/);
  await expectFrench(page);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Suivant' }).tap();
  await main.getByRole('button', { name: 'Créer le compte' }).tap();

  await visitor.arrive('/fr/auth/confirm', 'Confirmez votre téléphone');
  const message = page.getByRole('region', { name: 'Boîte de démonstration' }).getByRole('listitem').first();
  const sms = await message.innerText();
  expect(sms).toMatch(/Votre code Izi est \d{6}, valable 10 minutes\. Ne le donnez à personne\./);
  await expectFrench(page);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await main.getByText('Ce code est faux.').first().waitFor();
  visitor.expectTrouble(/status of 422/);
  await expectFrench(page);
  await page.getByLabel('Code', { exact: true }).fill(/\b\d{6}\b/.exec(sms)![0]);

  await visitor.arrive('/fr/checkout', 'Validation');
  await page.getByText(`Il vous manque ${francs(300)}.`).waitFor();
  await expectFrench(page);
  await main.getByRole('link', { name: 'Recharger' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Recharger' });
  await sheet.getByLabel('Montant', { exact: true }).fill('20000');
  await expectFrench(page);
  await sheet.getByRole('button', { name: 'Recharger' }).tap();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('heading', { name: 'Approuver ce paiement' }).waitFor();
  await expectFrench(page);
  await page.getByRole('button', { name: 'Approuver' }).tap();
  await visitor.arrive(/^\/fr\/my-wallet\?payment=/, 'Mon portefeuille');
  await page.getByText('L’argent est dans votre portefeuille.').waitFor();
  await expectFrench(page);

  const api = createOutsider(site.url);
  api.token = (await tokensOf(page)).session!.replace('Bearer ', '');
  const [draw] = await openDraws(api, 15_000);
  const wishes = Array.from('123456789', (number) => ticketFor(draw!, 'IziOne', number, 300));
  const placed = await api.call('/bets', {
    body: { tickets: [...wishes, ticketFor(draw!, 'IziOrder', '491728536', 300)] },
  });
  expect(placed.status).toBe(201);
  // The ticket in the basket follows the next draw, and is not paid by a tap at the moment in which it moves.
  await untilSalesLast(25_000);
  await visitor.open('/fr/checkout');
  await visitor.arrive('/fr/checkout', 'Validation');
  await main.getByText('Tickets définitifs.').waitFor();
  await expectFrench(page);
  await page.getByRole('button', { name: 'Payer', exact: true }).tap();
  await read(visitor, '/fr/checkout', '1 ticket est validé');
  await main.getByRole('link', { name: 'Mes paris' }).tap();
  await read(visitor, '/fr/my-bets', 'Mes paris');

  await waitFor(
    async () => (await betsOf(api)).filter(({ status }) => status !== 'pending').length >= 10,
    'settled tickets',
  );
  const won = (await betsOf(api)).find(({ name, status }) => name === 'IziOne' && status === 'win')!;
  await visitor.open(`/fr/my-bets/${won.id}`);
  await visitor.arrive(/^\/fr\/my-bets\//, /Ticket/);
  await main.getByText('est sorti premier').waitFor();
  await expectFrench(page);
  await main.getByRole('button', { name: 'Vérifier ce ticket' }).tap();
  await main.getByText(/Les \d+ contrôles sont réussis/).waitFor();
  await expectFrench(page);

  for (const [path, heading] of [
    [`/fr/results/${draw!.id}`, /^Tirage du /],
    ['/fr/results', 'Résultats'],
    ['/fr/history', 'Historique'],
    ['/fr/about', 'Comment ça marche'],
    ['/fr/verify', 'Vérifier un reçu'],
  ] as const) {
    await visitor.open(path);
    await read(visitor, path, heading);
  }

  await visitor.open('/fr/my-wallet?withdraw=1');
  await page.getByRole('dialog', { name: 'Retirer' }).getByText('Vers votre téléphone confirmé').waitFor();
  await expectFrench(page);

  await visitor.open('/fr/profile');
  await read(visitor, '/fr/profile', 'Profil');
  for (const summary of await main.locator('summary').all()) {
    if ((await summary.locator('xpath=..').getAttribute('open')) === null) await summary.tap();
  }
  await main.getByText('Chrome sur Android').or(main.getByText('Chrome sur Linux')).first().waitFor();
  await page.getByRole('status', { name: 'Chargement' }).first().waitFor({ state: 'detached' });
  await expectFrench(page);

  const csv = await api.call('/clients/transactions', {
    headers: { accept: 'text/csv', 'accept-language': 'fr-CI, fr;q=0.9' },
  });
  expect(csv.headers.get('content-language')).toBe('fr');
  expect(csv.headers.get('content-disposition')).toContain('izi-releve.csv');
  expect(wordsIn(csv.text.replaceAll(/[\da-f-]{36}/g, '')).filter((word) => english.has(word))).toEqual([]);

  await page.getByRole('button', { name: 'Menu' }).tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Se déconnecter' }).waitFor();
  await expectFrench(page);
  await menu.getByRole('button', { name: 'Se déconnecter' }).tap();
  await read(visitor, '/fr/', 'Jouer');
  await visitor.open('/fr/nulle-part');
  await read(visitor, '/fr/nulle-part', 'Cette page n’existe pas');
  visitor.expectTrouble(/status of 404/);
  for (const path of ['/fr/auth/forgot', `/fr/auth/undo#${'A'.repeat(22)}`]) {
    await visitor.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectFrench(page);
  }
});

journey('the language is chosen on any page, kept on the device, and sent to the server', async ({ visit, client }) => {
  const { api, remembered } = await client(1_000);
  const visitor = await visit('desktop', remembered);
  const { page } = visitor;
  await visitor.open('/history?period=all');
  await visitor.arrive('/history?period=all', 'History');
  await page.getByLabel('Language').selectOption({ label: 'Français' });
  await visitor.arrive('/fr/history?period=all', 'Historique');
  await eventually(async () => (await api.call('/users/me')).json.locale as string, 'fr');
  expect(await page.getByLabel('Langue').inputValue()).toBe('fr');

  // A player who has chosen a language comes to the page in that language, before anything is painted.
  await visitor.open('/results?day=2026-11-20');
  await visitor.arrive('/fr/results?day=2026-11-20', 'Résultats');
  await page.getByRole('link', { name: 'À propos' }).first().click();
  await visitor.arrive('/fr/about', 'Comment ça marche');
  await page.getByLabel('Langue').selectOption({ label: 'English' });
  await visitor.arrive('/about', 'How it works');
  await eventually(async () => (await api.call('/users/me')).json.locale as string, 'en');
  await visitor.open('/fr/about');
  await visitor.arrive('/about', 'How it works');
  // Two slashes begin the address of another site. The page must not ask it for anything, which would be reported as
  // trouble.
  await visitor.open('/fr//elsewhere.example/about');
  await page.waitForURL(`${new URL(page.url()).origin}//elsewhere.example/about`);
  visitor.expectTrouble(/status of 404/);
});

/** The strip that offers a language, and how far the page has moved because of it. */
async function lookAtOffer({ page }: Visit, text: string): Promise<void> {
  const offer = page.getByRole('status').filter({ hasText: text });
  await offer.waitFor();
  const { sum, moved } = await shiftOf(page);
  expect(sum, moved.join(', ')).toBeLessThan(0.005);
  const [strip, main] = await boxesOf(offer, page.getByRole('main'));
  expect([strip.height, main.y - strip.y]).toEqual([44, 44]);
}

journey('the other language is offered once, under the header, to whoever reads it', async ({ visit }) => {
  const text = 'Izi parle aussi français.';
  const visitor = await visit('phone', inFrench);
  const { page } = visitor;
  await visitor.open('/');
  await lookAtOffer(visitor, text);
  await auditInLight(page, 'the offer of a language');
  await page.getByRole('button', { name: 'Fermer' }).tap();
  await page.getByText(text).waitFor({ state: 'detached' });
  await expectNoOffer(visitor, '/about', 'How it works');

  const other = await visit('phone', inFrench);
  await other.open('/about#help');
  await other.page.getByRole('button', { name: 'Continuer' }).tap();
  await other.arrive('/fr/about', 'Comment ça marche');

  await expectNoOffer(await visit('phone', { locale: 'en-GB' }), '/about', 'How it works');

  const englishman = await visit('phone', { locale: 'en-GB' });
  await englishman.open('/fr/');
  await lookAtOffer(englishman, 'Izi speaks English too.');
  await englishman.page.getByRole('button', { name: 'Continue' }).tap();
  await englishman.arrive('/', 'Play');
});

async function expectNoOffer({ page, open, arrive }: Visit, path: string, heading: string): Promise<void> {
  await open(path);
  await arrive(path, heading);
  expect(await page.evaluate(() => document.documentElement.dataset.strip)).toBeUndefined();
}

journey.long(
  'on a desktop the French promise of a first visit ends above the clock',
  async ({ visit, untilSalesLast }) => {
    const { page, open } = await visit('desktop', { ...inFrench, viewport: { width: 1_440, height: 900 } });
    // A draw takes its place.
    await untilSalesLast(20_000);
    await open('/fr/');
    const [promise, when] = await boxesOf(
      page.getByText(/^Neuf boules/),
      page.getByText(/^Prochain tirage .+ misez sous$/),
    );
    expect(promise.bottom).toBeLessThanOrEqual(when.y);
  },
);

journey.long('axe finds nothing on the French pages, and nothing is cut at 320 px', async ({ visit, client }) => {
  const { api, remembered } = await client(3_000);
  const [draw] = await openDraws(api, 20_000);
  expect(
    (await api.call('/bets', { body: { tickets: [ticketFor(draw!, 'IziOrder', '491278635', 600)] } })).status,
  ).toBe(201);
  const [bet] = await betsOf(api);
  const cut: string[] = [];
  const small = { viewport: { width: 320, height: 640 } };
  const visitor = await visit('phone', { ...inFrench, ...small });
  const known = await visit('phone', { ...inFrench, ...small, ...remembered });
  for (const [{ page, open }, paths] of [
    [
      visitor,
      [
        '/',
        '/results',
        '/about',
        '/figures',
        '/verify',
        '/auth/login',
        '/auth/signup',
        '/auth/forgot',
        `/results/${draw!.id}`,
      ],
    ],
    [
      known,
      ['/', '/checkout', '/my-bets', `/my-bets/${bet!.id}`, '/my-wallet', '/my-wallet?add=1', '/history', '/profile'],
    ],
  ] as const) {
    for (const path of paths) {
      await open(`/fr${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByRole('status', { name: 'Chargement' }).first().waitFor({ state: 'detached' });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) cut.push(`${path} is ${wide} px too wide`);
      await auditInLight(page, `French ${path}`);
    }
  }
  expect(cut).toEqual([]);
});
