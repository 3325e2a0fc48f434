import { createHmac, randomBytes } from 'node:crypto';
import type { DocumentType } from '#contract/forms/documents.ts';
import type { Queryable } from '#database/connect.ts';
import { keyIdLength, openKeyRing, type KeyRing } from '#server/keys/key-ring.ts';
import { sealAnew, type SealedAnew, type SealedColumn, type SealedValue } from '#server/keys/seal-anew.ts';
import { openSealed, seal } from '#server/keys/sealed.ts';

/** What identity documents are kept under, and what they are known by. */
export interface DocumentKeys {
  /** Seals the keys of the clients. */
  readonly keys: KeyRing;
  /** The key of the HMACs of numbers. */
  readonly personKey: Buffer;
}

/** A client's own key, which seals the client's documents. It lies in the database under DOCUMENT_KEY. */
export type ClientKey = KeyRing;

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

/** What the same document has in common in every account, and what tells nothing else about it. */
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
  const [row] = await db.query<{ key_id: Buffer; clients: number }>(
    `select substring(key_sealed for $2) as key_id, count(*)::integer as clients from client_document_key
     where substring(key_sealed for $2) <> all ($1) group by 1 limit 1`,
    [keys.all.map(({ id }) => id), keyIdLength],
  );
  return row === undefined
    ? null
    : `DOCUMENT_KEY is not the key ${row.key_id.toString('hex')}, which identity documents are kept under (of ${row.clients} clients), and DOCUMENT_KEY_FORMER does not hold it`;
}

/** Seals the clients' keys under the current DOCUMENT_KEY; see `sealAnew`. The documents stay as they are. */
export function sealDocumentKeysAnew(
  db: Queryable,
  { keys }: Pick<DocumentKeys, 'keys'>,
  stopping: AbortSignal,
): Promise<SealedAnew> {
  const clientKeys: SealedColumn = {
    contextOf: contextOfKey,
    read: (keyIds, after, most) =>
      db.query<SealedValue>(
        `select client_id, key_sealed as sealed from client_document_key
         where substring(key_sealed for $4) = any ($1) and client_id > $2 order by client_id limit $3`,
        [keyIds, after, most, keyIdLength],
      ),
    replace: ({ client_id, sealed }, anew) =>
      db.query('update client_document_key set key_sealed = $3 where client_id = $1 and key_sealed = $2', [
        client_id,
        sealed,
        anew,
      ]),
  };
  return sealAnew(keys, clientKeys, stopping);
}
