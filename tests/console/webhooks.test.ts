import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditScreen } from '#tests/support/browser/audit.ts';
import { openDesks } from '#tests/support/operator/desks.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/stand-ins/webhook-receiver.ts';
import { untilPasses } from '#tests/support/until-passes.ts';

const desks = openDesks({ admin: ['admin'], compliance: ['compliance'] });
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver?.stop());

test('two operators make an endpoint, see what it was sent, have it sent again, and one stops it', async () => {
  const { admin, compliance } = desks;
  const { page } = admin;
  await admin.open('/settings?view=webhooks');
  await page.getByText('No endpoint yet').waitFor();
  await auditScreen(page, 'webhooks-none');
  await page.getByRole('button', { name: 'New endpoint…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Submit: an endpoint of webhooks' });
  const submit = sheet.getByRole('button', { name: 'Sign with passkey and submit' });
  await sheet.getByLabel('Address, https').fill(receiver.url);
  await sheet.getByLabel(/^Reason/).fill('Our bookkeeper');
  expect(await submit.isDisabled()).toBe(true);
  // By keyboard, as every field.
  await sheet.getByRole('checkbox', { name: /^draw\.settled/ }).focus();
  await page.keyboard.press('Space');
  await sheet.getByRole('checkbox', { name: /^payment\.final/ }).check();
  await auditScreen(page, 'webhook-sheet');
  await submit.click();
  await page.getByText('Asked. It waits for compliance.').waitFor();

  const second = compliance.page;
  await compliance.open('/requests');
  await second.getByRole('row').filter({ hasText: 'Make or change an endpoint of webhooks' }).first().click();
  await second.getByText(receiver.url).first().waitFor();
  await second.getByText('payment.final, draw.settled').first().waitFor();
  await second.getByLabel('Why you agree').fill('I know them');
  await second.getByRole('button', { name: /^Approve and / }).click();
  await second.getByText(/^Done by the worker/).waitFor();

  const { host } = new URL(receiver.url);
  await page.getByRole('row').filter({ hasText: host }).click();
  await page.getByText(/^whpk_/).waitFor();
  const tested = page.getByRole('row', { name: /webhook\.test.*arrived.*200/ });
  await tested.waitFor();
  // Each draw that settles meanwhile arrives too.
  const tests = () => receiver.received.filter(({ body }) => JSON.parse(body).type === 'webhook.test');
  await untilPasses(() => expect(tests()).toHaveLength(1));
  await auditScreen(page, 'webhook-open');

  await tested.getByRole('button', { name: 'Send again…' }).click();
  const again = page.getByRole('dialog', { name: `Send events again to ${host}` });
  await again.getByText(tests()[0]!.id).waitFor();
  await again.getByLabel(/^Reason/).fill('They lost it');
  await again.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('1 event is sent again.').waitFor();
  await untilPasses(() => expect(tests().map(({ id }) => id)).toEqual(Array(2).fill(tests()[0]!.id)));

  await page.getByRole('button', { name: 'Send a span again…' }).click();
  const span = page.getByRole('dialog', { name: `Send events again to ${host}` });
  await span.getByLabel(/^Reason/).fill('They lost a day');
  await span.getByLabel('Until').fill('2026-01-01T00:00:00');
  expect(await span.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
  await auditScreen(page, 'webhook-span');
  await page.keyboard.press('Escape');

  // One of compliance stops it; the admin can only ask to start it again.
  await compliance.open('/settings?view=webhooks');
  await second.getByRole('row').filter({ hasText: host }).click();
  await second.locator('a[download][href*="/deliveries?"][href$="as=csv"]').waitFor();
  await second.getByRole('button', { name: 'Stop…' }).click();
  const stop = second.getByRole('dialog', { name: `Stop sending to ${host}` });
  await stop.getByLabel(/^Reason/).fill('They asked us to');
  await stop.getByRole('button', { name: 'Confirm' }).click();
  await second.getByText('an operator has stopped it').waitFor();
  await page.getByRole('button', { name: 'Start again…' }).waitFor();
  expect(await page.getByRole('button', { name: 'Send a span again…' }).count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Sent in the last 30 days').waitFor();
  await auditScreen(page, 'webhook-phone');
});
