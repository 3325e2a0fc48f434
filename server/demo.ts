import type { Database } from '#database/connect.ts';
import { ensureConfirmedClient } from './identity/register.ts';
import { adjust } from './ledger/transfer.ts';

/** The client that demo mode has ready, so that a newcomer can play at once. */
export const demoClient = {
  phone: '+2250700000099',
  password: 'izi-demo-2026',
  firstName: 'Awa',
  lastName: 'Demo',
  birthDate: '1990-01-01',
  country: 'CI',
} as const;

/** What the client's money is known by: the migration that tells demonstrations' databases apart names it too. */
export const giftReference = '01990000-0000-7000-8000-00000000d330';
const gift = 50_000;

/** Makes the demo client and gives it its money, with the connection of the database's owner; both only the first time. */
export async function ensureDemoClient(owner: Database): Promise<void> {
  await owner.transact(async (tx) => {
    const clientId = await ensureConfirmedClient(tx, demoClient);
    await adjust(tx, { clientId, reference: giftReference, amount: gift });
  });
}
