import { createHmac, randomBytes } from 'node:crypto';
import type { DocumentType } from '#contract/forms/documents.ts';
import type { Queryable } from '#database/connect.ts';
import { openKeyRing, type KeyRing } from '#server/keys/key-ring.ts';
import { sealAnew, type SealedAnew } from '#server/keys/seal-anew.ts';
import { findMissingKey, sealedColumn } from '#server/keys/sealed-column.ts';
import { openSealed, seal } from '#server/keys/sealed.ts';

/** The keys that seal identity documents, and the key of the HMACs by which they are compared. */
export interface DocumentKeys {
  /** Seals the keys of the clients. */
  readonly keys: KeyRing;
  /** The key of the HMACs of numbers. */
  readonly personKey: Buffer;
}

const clientKeys = { table: 'client_document_key', column: 'key_sealed' };

/** A client's own key, which seals the client's documents. It lies in the database under DOCUMENT_KEY. */
type ClientKey = KeyRing;

/** The client's key; made where there is none yet. */
export async function keepClientKey(tx: Queryable, { keys }: DocumentKeys, clientId: number): Promise<ClientKey> {
  const made = seal(keys, randomBytes(32), contextOfKey(clientId));
  await tx.query('insert into client_document_key (client_id, key_sealed) values ($1, $2) on conflict do nothing', [
    clientId,
    made,
  ]);
  const [row] = await tx.query<{ key_sealed: Buffer }>(
    'select key_sealed from client_document_key where client_id = $1',
    [clientId],
  );
  return openClientKey({ keys }, row!.key_sealed, clientId);
}

/** @throws Error when DOCUMENT_KEY is another one, or the key was changed or belongs to another client */
export function openClientKey({ keys }: Pick<DocumentKeys, 'keys'>, sealed: Buffer, clientId: number): ClientKey {
  return openKeyRing(openSealed(keys, sealed, contextOfKey(clientId)));
}

/** Seals one side of a document. In another check, or as another side, it does not open. */
export function sealImage(key: ClientKey, image: Buffer, checkId: string, side: string): Buffer {
  return seal(key, image, contextOfImage(checkId, side));
}

/** @throws Error when it was changed, or is of another client, check or side */
export function openImage(key: ClientKey, sealed: Buffer, checkId: string, side: string): Buffer {
  return openSealed(key, sealed, contextOfImage(checkId, side));
}

export function sealNumber(key: ClientKey, number: string, checkId: string): Buffer {
  return seal(key, Buffer.from(number), contextOfNumber(checkId));
}

/** @throws Error when it was changed, or is of another client or check */
export function openNumber(key: ClientKey, sealed: Buffer, checkId: string): string {
  return openSealed(key, sealed, contextOfNumber(checkId)).toString();
}

/** How a number is compared: letters and digits only, in capitals. */
export function plainNumber(number: string): string {
  return number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** An HMAC that is equal for the same document in every account, and reveals nothing else about it. */
export function documentHmac(
  { personKey }: Pick<DocumentKeys, 'personKey'>,
  { country, type, number }: { readonly country: string; readonly type: DocumentType; readonly number: string },
): Buffer {
  return createHmac('sha256', personKey)
    .update(`document\n${country}\n${type}\n${plainNumber(number)}`)
    .digest();
}

function contextOfKey(clientId: number): Buffer {
  return Buffer.from(`document key of client ${clientId}`);
}

function contextOfImage(checkId: string, side: string): Buffer {
  return Buffer.from(`${side} of identity check ${checkId}`);
}

function contextOfNumber(checkId: string): Buffer {
  return Buffer.from(`number of identity check ${checkId}`);
}

/**
 * Looks whether a process has every key that the clients' keys are sealed with.
 *
 * @returns which setting is wrong and why; null where all is well
 */
export async function refuseDocumentKeys(db: Queryable, { keys }: Pick<DocumentKeys, 'keys'>): Promise<string | null> {
  const missing = await findMissingKey(db, clientKeys, keys);
  return (
    missing &&
    `DOCUMENT_KEY is not the key ${missing.keyId}, which identity documents are kept under (of ${missing.values} clients), and DOCUMENT_KEY_FORMER does not hold it`
  );
}

/** Seals the clients' keys under the current DOCUMENT_KEY; see `sealAnew`. The documents stay as they are. */
export function sealDocumentKeysAnew(
  db: Queryable,
  { keys }: Pick<DocumentKeys, 'keys'>,
  stopping: AbortSignal,
): Promise<SealedAnew> {
  return sealAnew(keys, sealedColumn(db, clientKeys, contextOfKey), stopping);
}
