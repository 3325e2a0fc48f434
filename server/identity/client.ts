import type { User } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';

export interface ClientRow {
  readonly id: number;
  readonly phone: string;
  readonly email: string | null;
  readonly password_hash: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly birth_date: string;
  readonly country: string;
  readonly city: string | null;
  readonly address: string | null;
  readonly role: string;
  readonly confirmed_at: Date | null;
  readonly created_at: Date;
  readonly last_sign_in_at: Date | null;
}

export async function readClient(db: Queryable, id: number): Promise<ClientRow> {
  const [client] = await db.query<ClientRow>({
    name: 'read-client',
    text: 'select * from client where id = $1',
    values: [id],
  });
  if (client === undefined) throw new Error(`client ${id} is gone`);
  return client;
}

/** Locks a client's row. Whatever changes a client's sessions or codes does so first, so that none waits in a circle. */
export async function lockClient(tx: Queryable, id: number): Promise<ClientRow> {
  const [client] = await tx.query<ClientRow>('select * from client where id = $1 for no key update', [id]);
  if (client === undefined) throw new Error(`client ${id} is gone`);
  return client;
}

/** The client with one of these phones or this e-mail address; null when there is none, or more than one. */
export async function findClient(
  db: Queryable,
  phones: readonly string[],
  email: string | null,
): Promise<ClientRow | null> {
  const clients = await db.query<ClientRow>({
    name: 'find-client',
    text: 'select * from client where phone = any($1) union select * from client where lower(email) = lower($2) limit 2',
    values: [phones, email],
  });
  return clients.length === 1 ? (clients[0] ?? null) : null;
}

export function toUser(client: ClientRow): User {
  return {
    id: client.id,
    phone: client.phone,
    email: client.email,
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
  };
}
