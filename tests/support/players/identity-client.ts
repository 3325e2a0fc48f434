import { randomUUID } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { countInFile } from '#tests/support/count-in-file.ts';
import type { IdentityApp } from './identity-app.ts';
import { registrationOf } from './registration.ts';

/** A client who has signed up a moment ago, which counts as a fresh proof. */
export interface IdentityClient {
  readonly id: number;
  readonly phone: string;
  readonly token: string;
}

const nextNumber = countInFile(63_000_000);

/** Signs up, and confirms the phone unless told otherwise. */
export async function joinIdentityApp(
  app: IdentityApp,
  { confirmed = true, ...more }: { readonly confirmed?: boolean; readonly [field: string]: unknown } = {},
): Promise<IdentityClient> {
  const phone = `+22507${nextNumber()}`;
  const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone, more))).json();
  if (confirmed) {
    await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt);
  }
  return { id: user.id, phone, token: jwt };
}

/** Accepts a document of a client, as an operator does, without one having been shown. */
export async function acceptDocument(owner: Database, clientId: number): Promise<void> {
  await owner.query(
    `insert into identity_check (client_id, type, country, last4, number_sealed, document_key, expires_on, status, submitted_at,
       decided_at, decided_by)
     values ($1, 'passport', 'CI', '4711', '', convert_to($2, 'UTF8'), current_date + 1000, 'accepted', now(), now(), 'a test')`,
    [clientId, randomUUID()],
  );
}
