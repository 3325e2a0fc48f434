import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { openKeyRing, type KeyRing } from '#server/keys/key-ring.ts';
import { openSealed, seal } from '#server/keys/sealed.ts';
import type { Direction } from '#server/payments/provider.ts';

/** The person whom a payment is about: the payer of a deposit, or the payee of a withdrawal. */
export interface Party {
  /** E.164. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
}

/** 32 random bytes that seal all parties of one client's payments. Destroying the key destroys them too. */
export type ClientKey = Buffer & { readonly clientKey: unique symbol };

/** Finds a client's key; null before the first payment. */
export async function findClientKey(db: Queryable, keys: KeyRing, clientId: number): Promise<ClientKey | null> {
  const [row] = await db.query<{ key_sealed: Buffer }>('select key_sealed from party_key where client_id = $1', [
    clientId,
  ]);
  return row === undefined ? null : openClientKey(keys, row.key_sealed, clientId);
}

/** Finds a client's key, or makes it. Concurrent calls get the same one. */
export async function ensureClientKey(db: Queryable, keys: KeyRing, clientId: number): Promise<ClientKey> {
  const found = await findClientKey(db, keys, clientId);
  if (found !== null) return found;
  await db.query('insert into party_key (client_id, key_sealed) values ($1, $2) on conflict do nothing', [
    clientId,
    sealClientKey(keys, randomBytes(32) as unknown as ClientKey, clientId),
  ]);
  return (await findClientKey(db, keys, clientId))!;
}

function sealClientKey(keys: KeyRing, key: ClientKey, clientId: number): Buffer {
  return seal(keys, key, contextOfKey(clientId));
}

/** @throws Error when the ring lacks the key it is under, or it was changed or is another client's */
export function openClientKey(keys: KeyRing, sealed: Buffer, clientId: number): ClientKey {
  return openSealed(keys, sealed, contextOfKey(clientId)) as unknown as ClientKey;
}

/** Seals the party of a payment. It cannot be opened in the row of another payment. */
export function sealParty(key: ClientKey, paymentId: string, party: Party): Buffer {
  return seal(openKeyRing(key), Buffer.from(JSON.stringify(party)), contextOfParty(paymentId));
}

/** @throws Error when it was changed, or is another payment's or client's */
export function openParty(key: ClientKey, paymentId: string, sealed: Buffer): Party {
  return JSON.parse(openSealed(openKeyRing(key), sealed, contextOfParty(paymentId)).toString()) as Party;
}

/** The parsed request, without white space and in one order of the fields. A hash of it could be guessed: it is not stored. */
export function digestRequest(direction: Direction, details: object): Buffer {
  const fields = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([direction, fields]))
    .digest();
}

/** The hash of a request that the database stores. Without the client's key nobody can try phones and names until one fits. */
export function hashRequest(key: ClientKey, digest: Buffer): Buffer {
  const own = hkdfSync('sha256', key, '', 'izi.payment-request.v1', 32);
  return createHmac('sha256', Buffer.from(own)).update(digest).digest();
}

/**
 * The name under which a provider keeps a client as its customer. It tells nothing about the client, and nobody can work out
 * another's. After a change of PARTY_KEY the provider sees a new customer.
 */
export function customerRefOf({ current }: KeyRing, clientId: number): string {
  const key = hkdfSync('sha256', current.secret, '', 'fedapay.customer.v1', 32);
  const mac = createHmac('sha256', Buffer.from(key)).update(String(clientId)).digest();
  return `c-${Array.from(mac.subarray(0, 20), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
}

/** The values that identify the party of a payment. */
export interface PartyRow {
  readonly id: string;
  readonly client_id: number;
  readonly party_key_sealed: Buffer | null;
  readonly party_sealed: Buffer | null;
  /** The party in the row itself, for payments of an earlier version that are not sealed yet. */
  readonly party_in_clear: Party | null;
}

export const partyColumns = `
  (select key_sealed from party_key where party_key.client_id = payment.client_id) as party_key_sealed,
  (select sealed from party where party.payment_id = payment.id) as party_sealed,
  case when phone is not null then json_build_object(
    'phone', phone, 'firstName', first_name, 'lastName', last_name, 'email', email) end as party_in_clear`;

/** The party of a payment; null when it was forgotten. */
export function partyOf(keys: KeyRing, row: PartyRow): Party | null {
  if (row.party_in_clear !== null) return row.party_in_clear;
  if (row.party_key_sealed === null || row.party_sealed === null) return null;
  return openParty(openClientKey(keys, row.party_key_sealed, row.client_id), row.id, row.party_sealed);
}

/** The context that binds a sealed key to its client. */
export function contextOfKey(clientId: number): Buffer {
  return Buffer.from(`party key of client ${clientId}`);
}

function contextOfParty(paymentId: string): Buffer {
  return Buffer.from(`party of payment ${paymentId}`);
}
