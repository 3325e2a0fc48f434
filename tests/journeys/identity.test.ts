import { afterAll, beforeAll, expect } from 'vitest';
import { auditPage } from '#tests/support/browser/audit.ts';
import { callAs, makeOperator } from '#tests/support/operator/operators.ts';
import { addFunds, createOutsider, signUp } from '#tests/support/players/outsider.ts';
import { exifMarker, photo } from '#tests/support/players/pictures.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { eventually, journey, rememberedAs } from './support.ts';

let site: TestApp;

// The run's own site is a demonstration without tiers.
beforeAll(async () => {
  site = await startApp({ TIERS: 'on', CONSOLE_PORT: '0' });
});
afterAll(() => site.close());

journey('a withdrawal over the limit of a tier goes through after a document is sent and accepted', async (walk) => {
  const { owner } = site.database;
  const api = createOutsider(site.url);
  const account = await signUp(api, '22', { birthDate: '1990-05-06' });
  const { id } = (await api.call('/users/me')).json;
  await owner.query(`select post_adjustment($1, gen_random_uuid(), 'adjustment', 'client_win', 500000)`, [id]);

  const visit = await walk.visit('phone', { ...rememberedAs(api), baseURL: site.url });
  const { page } = visit;
  const withdraw = async () => {
    await visit.open('/my-wallet?withdraw=1');
    const sheet = page.getByRole('dialog', { name: 'Withdraw' });
    await sheet.getByLabel('Amount', { exact: true }).fill('250000');
    await sheet.getByRole('button', { name: 'Withdraw', exact: true }).tap();
    await sheet.getByRole('button', { name: /^Withdraw 250.000/ }).tap();
    return sheet;
  };
  const sheet = await withdraw();
  await sheet.getByText('Identity check needed').waitFor();
  visit.expectTrouble(/status of 422/);
  await auditPage(page, 'a withdrawal that needs a document');
  await sheet.getByRole('link', { name: 'My identity' }).tap();

  const identity = page.getByRole('region', { name: 'My identity', exact: true });
  await identity
    .getByText(/^0.XOF of 200.000.XOF$/)
    .first()
    .waitFor();
  await identity.getByLabel('Number of the document').fill('CI-0012 3456');
  await identity.getByRole('button', { name: 'Go on to the photos' }).tap();
  await identity.getByText('Enter the last day of the document, such as 24/08/2031.').waitFor();
  await auditPage(page, 'the form of a document');
  await identity.getByLabel('Valid until').fill('30.4.2031');
  await identity.getByLabel('Number of the document').focus();
  expect(await identity.getByLabel('Valid until').inputValue()).toBe('30/04/2031');
  await identity.getByRole('button', { name: 'Go on to the photos' }).tap();

  await identity.getByText('National identity card ending in 3456').waitFor();
  const send = identity.getByRole('button', { name: 'Send for checking' });
  expect(await send.isDisabled()).toBe(true);
  const files = page.locator('input[type=file]');
  await files.nth(0).setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
  await identity.getByText('This is no photo').waitFor();
  await files.nth(0).setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await photo(4_000, 2_500) });
  await identity.getByRole('img', { name: 'Your photo: front' }).waitFor();
  await identity.getByRole('button', { name: 'Take again: front' }).waitFor();
  await files.nth(1).setInputFiles({ name: 'back.jpg', mimeType: 'image/jpeg', buffer: await photo(1_000, 700) });
  await identity.getByRole('button', { name: 'Take again: back' }).waitFor();
  await auditPage(page, 'the photos of a document');
  await send.tap();
  await identity.getByText('We are checking your document').waitFor();
  // The photos above it are gone, and the content in their place is visible.
  expect(await identity.getByText('We are checking your document').isVisible()).toBe(true);
  const top = await identity
    .getByText('We are checking your document')
    .evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  await auditPage(page, 'a document that waits');

  // The canvas has scaled it, and taken off what the camera wrote.
  const compliance = await makeOperator(owner, ['compliance']);
  const http = site.app.operatorHttp!;
  const [check] = (await callAs(http, compliance, 'GET', '/identity-checks')).json().data;
  const opened = (await callAs(http, compliance, 'GET', `/identity-checks/${check.id}`)).json().data;
  expect(opened).toMatchObject({ clientId: id, number: 'CI00123456', sides: ['front', 'back'] });
  const image = await callAs(http, compliance, 'GET', `/identity-checks/${check.id}/front`);
  expect(image.headers['content-type']).toBe('image/jpeg');
  expect(image.rawPayload.includes(exifMarker)).toBe(false);
  const decision = {
    decision: 'accept',
    reason: 'photo and name agree',
    birthDate: '1990-05-06',
    otherPerson: false,
  };
  const decided = await callAs(http, compliance, 'POST', `/identity-checks/${check.id}/decision`, decision);
  expect(decided.json()).toMatchObject({ data: { outcome: 'accepted' } });

  await page.reload();
  await identity.getByText('Your document was accepted').waitFor();
  await identity
    .getByText(/^0.XOF of 10.000.000.XOF$/)
    .first()
    .waitFor();
  await withdraw();
  await page.getByRole('dialog', { name: 'Withdraw' }).waitFor({ state: 'detached' });
  const { data } = (await api.call('/clients/payments')).json;
  expect(data[0]).toMatchObject({ direction: 'withdrawal', amount: 250_000 });
  expect(account.phone).toBe(data[0].phone);
});

journey(
  'the wallet lists what an operator has added or taken, and a withdrawal says how much of it there is',
  async (walk) => {
    const { owner } = site.database;
    const api = createOutsider(site.url);
    const account = await signUp(api);
    await addFunds(api, account, 2_000);
    const { id } = (await api.call('/users/me')).json;
    await owner.query(`select post_adjustment($1, gen_random_uuid(), 'adjustment', 'client_win', 12500)`, [id]);
    await owner.query(`select post_adjustment($1, gen_random_uuid(), 'client_dep', 'adjustment', 300)`, [id]);

    const { page, open } = await walk.visit('phone', { ...rememberedAs(api), baseURL: site.url });
    await open('/my-wallet');
    const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
    await eventually(
      async () =>
        (await payments.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').replace(/ \d\d\/.*$/, '')),
      [
        'Adjustment by us −300 XOF Deposits Done',
        'Adjustment by us +12 500 XOF Winnings Done',
        'Deposit +2 000 XOF Mobile money Added',
      ],
    );

    await open('/my-wallet?withdraw=1');
    const sheet = page.getByRole('dialog', { name: 'Withdraw' });
    await sheet.getByLabel('Amount', { exact: true }).fill('99999999');
    await sheet.getByText(/^You can withdraw at most 12\s500\sXOF\.$/).waitFor();

    await sheet.getByLabel('Amount', { exact: true }).fill('600');
    await sheet.getByRole('button', { name: 'Withdraw' }).click();
    await sheet.getByText('Check and confirm').waitFor();
    expect(await sheet.getByText(/^\+225/).innerText()).toMatch(/^\+225(\s\d\d){5}, /);
  },
);
