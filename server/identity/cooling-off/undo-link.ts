import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { undoHours, type ChangeNotice, type UndoSource } from '#server/messages/texts.ts';
import { undoToken } from '#server/messages/undo-token.ts';

const nonceBytes = 16;

/** The contact that an undo gives back, as unproven. */
export interface FormerContact {
  readonly contact: 'email' | 'phone';
  /** Null where there was none: then the new contact is removed. */
  readonly former: string | null;
}

interface NewUndoLink {
  readonly clientId: number;
  readonly act: ChangeNotice;
  /** Null for a change of no contact. */
  readonly former: FormerContact | null;
}

/** Stores a link that undoes a change, as a hash. Returns what the messages that carry it are written from. */
export async function makeUndoLink(
  tx: Queryable,
  { current }: KeyRing,
  { clientId, act, former }: NewUndoLink,
): Promise<UndoSource> {
  const nonce = randomBytes(nonceBytes);
  await tx.query(
    `insert into undo_link (client_id, token_hash, act, contact, former, expires_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 hour')`,
    [
      clientId,
      hashUndoToken(undoToken(current.secret, nonce)),
      act,
      former?.contact ?? null,
      former?.former ?? null,
      undoHours,
    ],
  );
  return { nonce: nonce.toString('hex'), key: current.id.toString('hex') };
}

export function hashUndoToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
