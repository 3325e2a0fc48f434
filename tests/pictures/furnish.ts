import type { Draw } from '#contract/draws.ts';
import {
  addFunds,
  betsOf,
  openDraws,
  paymentBody,
  signUp,
  ticketFor,
  waitFor,
  type Outsider,
} from '#tests/support/players/outsider.ts';

/** The content of the pictures: a client with a history, and draws in every state. */
export interface Furnished {
  readonly token: string;
  readonly drawn: Draw;
  readonly onSale: readonly Draw[];
  readonly won: string;
  readonly lost: string;
  readonly pending: string;
  /** A deposit that waits for its payer. */
  readonly payment: string;
}

/** Plays as a client would: signs up, adds funds, wins some, loses some, asks for a withdrawal, and keeps a favourite. */
export async function furnish(client: Outsider): Promise<Furnished> {
  const account = await signUp(client);
  await addFunds(client, account, 25_000);
  const [soon] = await openDraws(client, 5_000);
  // Three of these win with any result.
  await bet(
    client,
    Array.from('123456789', (number) => ticketFor(soon!, 'IziABC', number, 300)),
  );
  await bet(client, [ticketFor(soon!, 'IziOrder', '491278635', 600), ticketFor(soon!, 'Izi2x', '148', 500)]);
  await client.call('/clients/limits', {
    method: 'PUT',
    body: { limits: [{ kind: 'stake', period: 'week', amount: 20_000 }] },
  });
  await client.call('/clients/favourites/0192f0a0-0000-7000-8000-000000000001', {
    method: 'PUT',
    body: { label: 'Our three', name: 'Izi3x', selectedNumbers: ['4', '1', '9'], betAmount: 200 },
  });
  const isSettled = async () => (await betsOf(client)).every(({ status }) => status !== 'pending');
  await waitFor(isSettled, 'the end of the first draw');
  const tickets = await betsOf(client);
  await client.call('/clients/withdraw', {
    body: paymentBody(account, 500),
    headers: { 'idempotency-key': 'the-withdrawal' },
  });
  const waiting = await client.call('/clients/deposit', {
    body: paymentBody(account, 4_000),
    headers: { 'idempotency-key': 'the-deposit-that-waits' },
  });
  const { data } = (await client.call('/draws?status=open&limit=100')).json;
  const onSale = data as Draw[];
  // Late enough to be on sale in every picture.
  const pending = ticketFor(onSale.at(-1)!, 'IziTwo', '38', 400);
  await bet(client, [pending]);
  return {
    token: client.token!,
    drawn: (await client.call(`/draws/${soon!.id}`)).json.data,
    onSale,
    won: tickets.find(({ status }) => status === 'win')!.id,
    lost: tickets.find(({ status, name }) => status === 'lost' && name === 'IziABC')!.id,
    pending: pending.id,
    payment: waiting.json.data.id,
  };
}

async function bet(client: Outsider, tickets: ReturnType<typeof ticketFor>[]): Promise<void> {
  const placed = await client.call('/bets', { body: { tickets } });
  if (placed.status !== 201) throw new Error(`not placed: ${placed.text}`);
}
