import type { Queryable } from '#database/connect.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import type { DrawKeys } from './draw-keys.ts';

const drawsAtOnce = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

export interface CopiedSalts {
  readonly copied: number;
  /** Draws whose secrets this process cannot decrypt. */
  readonly unreadable: number;
}

/**
 * Copies the key of the salts out of the secrets of draws that were made before it was stored by itself. From then on the
 * receipts of their tickets need no key of the seeds. Any number of processes may do so at once.
 *
 * @param signal ends the work between two statements
 */
export async function copySalts(db: Queryable, keys: DrawKeys, signal?: AbortSignal): Promise<CopiedSalts> {
  let [copied, unreadable, after] = [0, 0, firstId];
  for (;;) {
    const draws = await db.query<{ draw_id: string; record: Buffer; secrets: Buffer }>(
      `select c.draw_id, c.record, c.secrets from commitment c
       where c.draw_id > $1 and not exists (select from draw_salt s where s.draw_id = c.draw_id)
       order by c.draw_id limit $2`,
      [after, drawsAtOnce],
    );
    if (draws.length === 0 || signal?.aborted) break;
    const salts = draws.flatMap(({ draw_id, record, secrets }) => {
      const saltKey = readSaltKey(keys, record, secrets);
      return saltKey ? [{ draw_id, saltKey }] : [];
    });
    await db.query(
      `insert into draw_salt (draw_id, salt_key) select * from unnest($1::uuid[], $2::bytea[]) on conflict do nothing`,
      [salts.map((salt) => salt.draw_id), salts.map((salt) => salt.saltKey)],
    );
    copied += salts.length;
    unreadable += draws.length - salts.length;
    after = draws.at(-1)!.draw_id;
  }
  return { copied, unreadable };
}

function readSaltKey(keys: DrawKeys, record: Uint8Array, secrets: Uint8Array): Uint8Array | null {
  try {
    return keys.decryptSecrets(secrets, drawHash(record)).saltKey;
  } catch {
    return null;
  }
}
