import { randomBytes } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { encodeNumbers } from '#domain/result.ts';
import { uuidv7 } from '#domain/uuid.ts';

let made = 0;

/** A draw that stays open for longer than the bench runs. */
export async function openDraw(owner: Database): Promise<string> {
  made += 1;
  const id = uuidv7(Date.now() + made, randomBytes(10));
  await owner.query(
    `insert into draw (id, opens_at, closes_at, draws_at, rules)
     select $1, now() - interval '1 day', now() + interval '1 hour', now() + interval '1 hour' + $2 * interval '1 ms', 'izi-1'`,
    [id, 60_000 + made],
  );
  return id;
}

export const result = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Puts an open draw into the state drawn, with the triggers off that forbid skipping states. */
export async function markDrawn(owner: Database, drawId: string): Promise<void> {
  await owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `update draw set status = 'drawn', result = $2, closed_at = now(), sealed_at = now(), drawn_at = now() where id = $1`,
      [drawId, encodeNumbers(result)],
    );
  });
}
