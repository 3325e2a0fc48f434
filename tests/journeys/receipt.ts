import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { readSavedReceipt } from '#domain/fair-draw/proof.ts';
import { decodeTicket } from '#domain/fair-draw/ticket-record.ts';
import { auditPage } from '#tests/support/browser/audit.ts';
import { betsOf, openDraws, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import { journey } from './support.ts';

journey('a receipt is saved before the draw, and proves the ticket after it to anybody', async ({ visit, client }) => {
  const player = await client(2_000);
  const [draw] = await openDraws(player.api, 45_000);
  const ticket = ticketFor(draw!, 'IziTwo', '49', 300);
  expect((await player.api.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);

  const owner = await visit('phone', player.remembered);
  await owner.open(`/my-bets/${ticket.id}`);
  await owner.page.getByRole('img', { name: 'QR code of the public check' }).locator('path').waitFor();
  await auditPage(owner.page, 'a ticket with its proof');
  const [download] = await Promise.all([
    owner.page.waitForEvent('download'),
    owner.page.getByRole('button', { name: 'Save the receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^receipt-[\w-]+\.json$/);
  const file = await buffer(await download.createReadStream());
  const saved = readSavedReceipt(JSON.parse(file.toString()));
  expect(decodeTicket(saved.receipt.ticket)).toMatchObject({ ticketId: ticket.id, name: 'IziTwo', numbers: [4, 9] });
  const publicCheck = await owner.page.getByRole('link', { name: 'Public check of this ticket' }).getAttribute('href');

  const isSettled = async () => (await betsOf(player.api))[0]!.status !== 'pending';
  await waitFor(isSettled, 'the draw');
  const { page, ...anybody } = await visit('desktop');
  await anybody.open('/verify');
  await page.getByLabel('Choose a receipt').setInputFiles({
    name: download.suggestedFilename(),
    mimeType: 'application/json',
    buffer: file,
  });
  const proved = page.getByRole('status').filter({ hasText: 'Checks passed; operator-trusted' });
  await proved.waitFor();
  await page.getByRole('img', { name: 'The ticket is leaf' }).waitFor();
  expect(await page.getByText('Failed', { exact: true }).count()).toBe(0);
  await page.getByText('The site still says what it said when this receipt was saved.').waitFor();

  await page.goto(publicCheck!);
  await proved.waitFor();
  await page.getByText('From the address').waitFor();

  await owner.page.reload();
  await owner.page.getByRole('button', { name: 'Verify this ticket' }).click();
  await owner.page.getByText('Checks passed; operator-trusted').waitFor();
  await auditPage(owner.page, 'a verified ticket');
});
