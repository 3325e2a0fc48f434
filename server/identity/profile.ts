import type * as v from 'valibot';
import type { profile } from '#contract/forms/identity.ts';
import type { User } from '#contract/identity.ts';
import type { Database } from '#database/connect.ts';
import { enqueueMessage } from '../messages/enqueue.ts';
import { lockClient, toUser, type ClientRow } from './client.ts';
import { readCountry } from './register.ts';

export type ProfileChanges = v.InferOutput<typeof profile>;

const columns: Readonly<Record<keyof ProfileChanges, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  country: 'country',
  city: 'city',
  address: 'address',
};

/** Changes what is given and leaves the rest. @throws Refusal invalid_request, email_taken */
export async function updateProfile(db: Database, clientId: number, changes: ProfileChanges): Promise<User> {
  if (changes.country !== undefined) readCountry(changes.country);
  const fields = (Object.keys(columns) as (keyof ProfileChanges)[]).filter((field) => changes[field] !== undefined);
  const assignments = fields.map((field, index) => `${columns[field]} = $${index + 2}`).join(', ');
  return db.transact(async (tx) => {
    const before = await lockClient(tx, clientId);
    const [client] = await tx.query<ClientRow>(`update client set ${assignments} where id = $1 returning *`, [
      clientId,
      ...fields.map((field) => changes[field]),
    ]);
    if (client === undefined) throw new Error(`client ${clientId} is gone`);
    // A password can be reset through the e-mail address, so its owner hears of a new one.
    if (client.email?.toLowerCase() !== before.email?.toLowerCase()) {
      await enqueueMessage(tx, { to: client.phone, channel: 'sms', text: emailNotice });
    }
    return toUser(client);
  });
}

const emailNotice = 'The e-mail address of your Izi account was changed. If it was not you, change your password now.';
