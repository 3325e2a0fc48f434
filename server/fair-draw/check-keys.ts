import type { Queryable } from '#database/connect.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { commitmentMessage, verifySignature } from '#domain/fair-draw/signatures.ts';
import type { DrawKeys } from './draw-keys.ts';

/**
 * Finds a configured key that differs from the one that this database's draws were committed with; null when both match.
 * With another key no draw on sale could be sealed, and proofs would show a key that did not sign them.
 */
export async function findOtherKey(db: Queryable, keys: DrawKeys): Promise<'OPERATOR_KEY' | 'SEED_KEY' | null> {
  const [newest] = await db.query<{ record: Buffer; commitment: Buffer; signature: Buffer; secrets: Buffer }>(
    `select c.record, c.commitment, c.signature, c.secrets from draw d join commitment c on c.draw_id = d.id
     order by d.draws_at desc limit 1`,
  );
  if (!newest) return null;
  const hash = drawHash(newest.record);
  const message = commitmentMessage(hash, newest.commitment);
  if (!verifySignature(newest.signature, message, keys.operatorKey)) return 'OPERATOR_KEY';
  try {
    keys.decryptSecrets(newest.secrets, hash);
    return null;
  } catch {
    return 'SEED_KEY';
  }
}
