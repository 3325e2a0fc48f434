import { randomBytes } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import type { DocumentKeys } from '#server/identity/documents/document-keys.ts';
import { openKeyRing, type KeyRing } from '#server/keys/key-ring.ts';
import { sealAnew, type SealedAnew } from '#server/keys/seal-anew.ts';
import { findMissingKey, sealedColumn } from '#server/keys/sealed-column.ts';
import { openSealed, seal } from '#server/keys/sealed.ts';

/** DOCUMENT_KEY, which seals the keys of statements, as it seals those of identity documents. */
type Keys = Pick<DocumentKeys, 'keys'>;

const statementKeys = { table: 'console.provider_statement', column: 'key_sealed', id: 'id' };
const context = Buffer.from('key of a provider’s statement');

/** A new key for the pieces of one file, sealed. */
export function makeStatementKey({ keys }: Keys): Buffer {
  return seal(keys, randomBytes(32), context);
}

/** @throws Error when DOCUMENT_KEY is another one, or the key was changed */
export function openStatementKey({ keys }: Keys, sealed: Buffer): KeyRing {
  return openKeyRing(openSealed(keys, sealed, context));
}

/** Seals a piece. As another piece, or in another statement, it does not open. */
export function sealPiece(key: KeyRing, piece: Buffer, statement: number, number: number): Buffer {
  return seal(key, piece, contextOfPiece(statement, number));
}

/** @throws Error when it was changed, or is another piece */
export function openPiece(key: KeyRing, sealed: Buffer, statement: number, number: number): Buffer {
  return openSealed(key, sealed, contextOfPiece(statement, number));
}

function contextOfPiece(statement: number, number: number): Buffer {
  return Buffer.from(`piece ${number} of statement ${statement}`);
}

/** Which setting lacks a key that statements are sealed under; null where all are there. */
export async function refuseStatementKeys(db: Queryable, { keys }: Keys): Promise<string | null> {
  const missing = await findMissingKey(db, statementKeys, keys);
  return (
    missing &&
    `DOCUMENT_KEY is not the key ${missing.keyId}, which ${missing.values} statements of providers are kept under, and DOCUMENT_KEY_FORMER does not hold it`
  );
}

/** Seals the keys of statements under the current DOCUMENT_KEY; see `sealAnew`. The pieces stay as they are. */
export function sealStatementKeysAnew(db: Queryable, { keys }: Keys, stopping: AbortSignal): Promise<SealedAnew> {
  return sealAnew(
    keys,
    sealedColumn(db, statementKeys, () => context),
    stopping,
  );
}
