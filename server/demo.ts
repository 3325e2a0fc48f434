import type { Database } from '#database/connect.ts';
import { ensureConfirmedClient } from './identity/sign-up/register.ts';
import { adjust } from './ledger/transfer.ts';

/** The client that demo mode creates, so that a newcomer can play at once. */
export const demoClient = {
  phone: '+2250700000099',
  password: 'izi-demo-2026',
  firstName: 'Awa',
  lastName: 'Demo',
  birthDate: '1990-01-01',
  country: 'CI',
} as const;

/** The reference of the demo money. */
const giftReference = '01990000-0000-7000-8000-00000000d330';
const gift = 50_000;
/** So many numbers of postings are left free before the gift, for the client's past: a client's postings are in the order of their times. */
const roomForPast = 1_000;
/** The client whose past the invented month has to fill. */
export const clientOfMonth = { ...demoClient, room: roomForPast };
/** The client has set it for itself. */
const monthlyDeposits = 100_000;

/** Makes the demo client and gives it its money, each once. `owner` connects as the owner of the tables. */
export async function ensureDemoClient(owner: Database): Promise<void> {
  await owner.transact(async (tx) => {
    const clientId = await ensureConfirmedClient(tx, demoClient);
    await tx.query(
      `select setval('posting_id_seq', last_value + $1) from posting_id_seq where not exists (select from posting)`,
      [roomForPast],
    );
    if ((await adjust(tx, { clientId, reference: giftReference, amount: gift })) !== 'done') return;
    await tx.query(`select set_play_limit($1, 'deposit', 'month', $2, 'UTC')`, [clientId, monthlyDeposits]);
  });
}
