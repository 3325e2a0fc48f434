import type { Database } from '#database/connect.ts';
import { ensureConfirmedClient } from './identity/register.ts';
import { transfer } from './ledger/transfer.ts';

/** The client that demo mode has ready, so that a newcomer can play at once. */
export const demoClient = {
  phone: '+2250700000099',
  password: 'izi-demo-2026',
  firstName: 'Awa',
  lastName: 'Demo',
  birthDate: '1990-01-01',
  country: 'CI',
} as const;

const giftReference = '01990000-0000-7000-8000-00000000d330';
const gift = 50_000;

/** Makes the demo client and gives it its money; both only the first time. */
export async function ensureDemoClient(db: Database): Promise<void> {
  await db.transact(async (tx) => {
    const clientId = await ensureConfirmedClient(tx, demoClient);
    await transfer(tx, {
      clientId,
      kind: 'adjustment',
      reference: giftReference,
      from: 'adjustment',
      to: 'client_dep',
      amount: gift,
    });
  });
}
