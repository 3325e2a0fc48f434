import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  addFunds,
  balanceOf,
  betsOf,
  createOutsider,
  openDraws,
  paymentBody,
  paymentStatus,
  signUp,
  ticketFor,
  waitFor,
} from './outsider.ts';

/** A new player of this site adds funds, bets on all nine numbers, is paid and withdraws. It takes as long as a draw does. */
export async function playStory(url: string): Promise<void> {
  const player = createOutsider(url);
  const account = await signUp(player);
  await addFunds(player, account, 9_000);
  const [draw] = await openDraws(player, 15_000);
  const tickets = '123456789'.split('').map((number) => ticketFor(draw!, 'IziOne', number, 500));
  const placed = await player.call('/bets', { body: { tickets } });
  expect(placed.status, placed.text).toBe(201);
  const isSettled = async () => (await player.call(`/draws/${draw!.id}`)).json.data.status === 'settled';
  await waitFor(isSettled, 'the settled draw');
  expect((await betsOf(player)).filter(({ status }) => status === 'win').length).toBeGreaterThan(0);
  const { dep, win } = await balanceOf(player);
  expect(dep).toBe(9_000 - 9 * 500);
  expect(win).toBeGreaterThan(500);

  const withdrawal = await player.call('/clients/withdraw', {
    body: paymentBody(account, 500),
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(withdrawal.status, withdrawal.text).toBe(202);
  const isPaid = async () => (await paymentStatus(player, withdrawal.json.data.id)) === 'paid';
  await waitFor(isPaid, 'the withdrawal');
}
