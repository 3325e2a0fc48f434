import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { openDesks } from '#tests/support/operator/desks.ts';

const desks = openDesks({ admin: ['admin'], compliance: ['compliance'] }, { MACHINE_PORT: '0' });

test('two operators make a key, which the browser shows once and sends nowhere; its program reads until one revokes it', async () => {
  const { admin, compliance, site } = desks;
  const { page } = admin;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await admin.open('/settings?view=keys');
  await page.getByText('No key yet').waitFor();
  await auditScreen(page, 'machine-keys-none');
  await page.getByRole('button', { name: 'New key…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Submit: a machine key' });
  const submit = sheet.getByRole('button', { name: 'Sign with passkey and submit' });
  await sheet.getByLabel('Whose program it is').fill('Our bookkeeper');
  await sheet.getByLabel(/^Reason/).fill('They count our money');
  await sheet.getByLabel(/^Addresses and ranges/).fill('127.0.0.0/16, ::1');
  expect(await submit.isDisabled()).toBe(true);
  // By keyboard, as every field.
  await sheet.getByRole('checkbox', { name: /^draws:read/ }).focus();
  await page.keyboard.press('Space');
  await auditScreen(page, 'machine-key-sheet');
  await submit.click();
  const shown = page.getByRole('dialog', {
    name: 'Keep this key now: it is shown once, and nobody can read it again.',
  });
  const key = await shown.getByText(/^izi_[a-z0-9]{12}_[\w-]{43}$/).innerText();
  await shown.getByText('It works after another operator has approved it.').waitFor();
  await auditScreen(page, 'machine-key-shown');
  await shown.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /Our bookkeeper.*not approved/ }).click();
  await page.getByText('It works once another operator has approved it.').waitFor();
  expect(await page.content()).not.toContain(key.slice(-43));
  expect(sent.filter((one) => one.includes(key.slice(-43)))).toEqual([]);
  expect(sent.some((one) => one.includes(createHash('sha256').update(key).digest('hex')))).toBe(true);

  const read = (path: string) =>
    fetch(`${site.machineUrl}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await read('/draws')).status).toBe(401);

  const second = compliance.page;
  await compliance.open('/requests');
  await second.getByRole('row').filter({ hasText: 'Make a machine key' }).first().click();
  await second.getByText('Our bookkeeper').first().waitFor();
  await second.getByText('127.0.0.0/16, ::1').first().waitFor();
  await second.getByLabel('Why you agree').fill('I know them');
  await second.getByRole('button', { name: /^Approve and / }).click();
  await second.getByText(/^Done by the worker/).waitFor();
  expect((await read('/draws')).status).toBe(200);
  expect((await read('/payments')).status).toBe(403);

  await page.getByRole('row', { name: /Our bookkeeper.*works/ }).waitFor();
  await page.getByText('Refused today').waitFor();
  await page.getByText(`izi_${key.slice(4, 16)}_…`).waitFor();
  await auditScreen(page, 'machine-key-open');
  await compliance.open('/settings?view=keys');
  expect(await second.getByRole('button', { name: 'New key…' }).count()).toBe(0);
  await second.getByRole('row').filter({ hasText: 'Our bookkeeper' }).click();
  await second.getByRole('button', { name: 'Revoke…' }).click();
  const revoke = second.getByRole('dialog', { name: 'Revoke the key of Our bookkeeper' });
  await revoke.getByLabel(/^Reason/).fill('They have lost it');
  await revoke.getByRole('button', { name: 'Confirm' }).click();
  await second.getByText('The key is revoked.').waitFor();
  expect((await read('/draws')).status).toBe(401);
  await page.getByRole('row', { name: /Our bookkeeper.*revoked/ }).waitFor();
  await page.getByText('Revoked by').waitFor();
  expect(await page.getByRole('button', { name: 'Revoke…' }).count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Refused today').waitFor();
  await auditScreen(page, 'machine-key-phone');
});
