import type { User } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Language } from '#server/words/languages.ts';
import type { Person } from './passwords/weak-password.ts';

export interface ClientRow {
  readonly id: number;
  readonly phone: string;
  /** The address that its owner has proven. */
  readonly proven_email: string | null;
  /** The address that waits for its code. */
  readonly asked_email: string | null;
  readonly password_hash: string;
  /** Whether the last sign-in found that many people use the password. A new password ends it. */
  readonly password_is_weak: boolean;
  readonly first_name: string;
  readonly last_name: string;
  readonly birth_date: string;
  readonly country: string;
  readonly city: string | null;
  readonly address: string | null;
  readonly role: string;
  /** The language of messages. */
  readonly locale: Language;
  /** When the phone was proven. */
  readonly confirmed_at: Date | null;
  /** Null when it was last changed before this was kept. */
  readonly password_changed_at: Date | null;
  readonly created_at: Date;
  readonly last_sign_in_at: Date | null;
}

const clientColumns = `c.*,
  (select email from client_email where client_id = c.id and verified_at is not null) as proven_email,
  (select email from client_email where client_id = c.id and verified_at is null) as asked_email`;

/** @throws Refusal unauthenticated when the client was removed or erased in the meantime, and the session with it */
export async function readClient(db: Queryable, id: number): Promise<ClientRow> {
  const [client] = await db.query<ClientRow>({
    name: 'read-client',
    text: `select ${clientColumns} from client c where id = $1 and erased_at is null`,
    values: [id],
  });
  if (client === undefined) throw new Refusal('unauthenticated');
  return client;
}

/**
 * Locks a client's row and then reads it. Call it before any change to a client's sessions, codes or e-mail addresses: one
 * lock order prevents deadlocks.
 *
 * @throws Refusal unauthenticated when the client was removed in the meantime, and the session with it
 */
export async function lockClient(tx: Queryable, id: number): Promise<ClientRow> {
  await tx.query('select from client where id = $1 for no key update', [id]);
  return readClient(tx, id);
}

/** The texts that a password must not consist of. */
export function personOf({ phone, first_name, last_name, birth_date }: ClientRow): Person {
  return { phone, firstName: first_name, lastName: last_name, birthDate: birth_date };
}

/** The clients that a phone or an e-mail address may belong to. */
export interface Matches {
  /** The clients who have proven it: one, or one in each country where the same digits are a phone. */
  readonly proven: readonly ClientRow[];
  /** The clients who only claim it, the likeliest first. Their number has no bound, so only a few are read. */
  readonly claiming: readonly ClientRow[];
}

/** How many clients who only claim a phone or an e-mail address are read. */
export const mostClaiming = 2;

/** The clients with one of these phones or this e-mail address. */
export async function findClients(db: Queryable, phones: readonly string[], email: string | null): Promise<Matches> {
  const clients = await db.query<ClientRow & { readonly proven: boolean }>({
    name: 'find-clients',
    text: `
      with phone_claim as (
        select id, row_number() over (order by id desc) as place from client
        where phone = any ($1) and confirmed_at is null order by id desc limit $3
      ), email_claim as (
        -- clients with a proven phone come first
        select client_id, row_number() over (order by confirmed_at is null, asked_at desc) as place
        from client_email e join client c on c.id = client_id
        where lower(e.email) = lower($2) and verified_at is null
        order by confirmed_at is null, asked_at desc limit $3
      ), found as (
        select id, 0 as place from client where phone = any ($1) and confirmed_at is not null
        union select client_id, 0 from client_email where lower(email) = lower($2) and verified_at is not null
        union all select * from phone_claim
        union all select * from email_claim
      )
      select ${clientColumns}, place = 0 as proven from found join client c using (id) order by place, id`,
    values: [phones, email, mostClaiming],
  });
  return { proven: clients.filter(({ proven }) => proven), claiming: clients.filter(({ proven }) => !proven) };
}

/** Whether a phone, as E.164, belongs to somebody who has proven it. */
export async function isPhoneProven(db: Queryable, phone: string): Promise<boolean> {
  const owners = await db.query('select from client where phone = $1 and confirmed_at is not null', [phone]);
  return owners.length > 0;
}

export function toUser(client: ClientRow): User {
  return {
    id: client.id,
    phone: client.phone,
    email: client.proven_email ?? client.asked_email,
    emailVerified: client.proven_email !== null,
    emailAsked: client.asked_email,
    firstName: client.first_name,
    lastName: client.last_name,
    birthDate: client.birth_date,
    country: client.country,
    city: client.city,
    address: client.address,
    confirmed: client.confirmed_at !== null,
    createdAt: client.created_at.toISOString(),
    lastSignInAt: client.last_sign_in_at?.toISOString() ?? null,
    role: client.role,
    locale: client.locale,
    passwordIsWeak: client.password_is_weak,
  };
}
