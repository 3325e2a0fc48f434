import { auditPage } from '#tests/support/browser/audit.ts';
import { expect } from 'vitest';
import { eventually, journey } from './support.ts';

journey('a client chooses which notices to get, and when not', async ({ visit, client }) => {
  const { api, remembered } = await client(0);
  const visitor = await visit('phone', remembered);
  const { page } = visitor;
  const sms = page.getByRole('group', { name: 'Deposits and withdrawals' }).getByLabel('SMS');
  await visitor.open('/profile?open=notices');
  await sms.check();
  // A time is typed as people write it, whatever the language of the browser.
  const from = page.getByLabel('From', { exact: true });
  await from.fill('25:00');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Enter two different times, such as 22:00 and 07:00.').waitFor();
  await from.fill('23h30');
  await page.getByLabel('Until', { exact: true }).focus();
  expect(await from.inputValue()).toBe('23:30');
  await page.getByLabel('Name amounts in notices').check();
  await auditPage(page, 'the settings of notices');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Your choice is saved.').waitFor();
  const { data } = (await api.call('/clients/notices')).json;
  expect(data).toMatchObject({ quietFrom: '23:30', quietTo: '07:00', showAmounts: true });
  await page.reload();
  await eventually(() => sms.isChecked(), true);
});
