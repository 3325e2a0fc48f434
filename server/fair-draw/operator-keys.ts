import type { Database, Queryable } from '#database/connect.ts';
import { encodeKeyChange } from '#domain/fair-draw/operator-keys.ts';
import type { DrawKeys, Signer } from './draw-keys.ts';

interface NextKey {
  readonly former: Buffer | null;
  readonly announced_at: Buffer;
  readonly seal_hash: Buffer;
}

/**
 * Notes the current key of a process that works: as the first, or as the one that follows the newest, which then announces
 * it. Does nothing where it was noted before. Any number of processes may do so at once.
 *
 * @returns which setting is wrong and why; null where all is well
 */
export async function announceOperatorKey(db: Database, keys: DrawKeys): Promise<string | null> {
  const isNoted = async (tx: Queryable) =>
    (await tx.query('select from operator_key where public_key = $1', [keys.operatorKey])).length > 0;
  if (await isNoted(db)) return refuseUnknownKey(db, keys);
  return db.transact(async (tx) => {
    let next = await prepare(tx);
    if (await isNoted(tx)) return null;
    if (next.former === null) {
      const first = await findFirst(tx, keys);
      if (!first) return notTheKey;
      await tx.query('select announce_operator_key($1, null, null, null)', [first.operatorKey]);
      if (first.operatorKey.equals(keys.operatorKey)) return null;
      next = await prepare(tx);
    }
    const former = keys.signerOf(next.former!);
    if (!former) return notTheKey;
    const record = encodeKeyChange({
      former: former.operatorKey,
      next: keys.operatorKey,
      announcedAt: Number(next.announced_at.readBigUInt64BE()),
      sealHash: next.seal_hash,
    });
    await tx.query('select announce_operator_key($1, $2, $3, $4)', [
      keys.operatorKey,
      record,
      former.sign(record),
      keys.sign(record),
    ]);
    return null;
  });
}

const notTheKey =
  'OPERATOR_KEY is not the key that this database’s draws were made with, and OPERATOR_KEY_FORMER does not hold that key: it has to announce the new one';

async function prepare(tx: Queryable): Promise<NextKey> {
  const [next] = await tx.query<NextKey>('select former, announced_at, seal_hash from prepare_operator_key()');
  return next!;
}

/** The key that signed the existing draws; the current one where there are none. Undefined where this process does not hold it. */
async function findFirst(tx: Queryable, keys: DrawKeys): Promise<Signer | undefined> {
  const [newest] = await tx.query<{ operator_key: Buffer }>(
    'select c.operator_key from draw d join commitment c on c.draw_id = d.id order by d.draws_at desc limit 1',
  );
  return newest ? keys.signerOf(newest.operator_key) : keys;
}

/**
 * Looks whether a process holds the newest of the operator's keys.
 *
 * @returns which setting is wrong and why; null where all is well
 */
export async function refuseUnknownKey(db: Queryable, keys: DrawKeys): Promise<string | null> {
  const newest = await readNewestKey(db);
  const held = newest ? keys.signerOf(newest) : await findFirst(db, keys);
  if (held) return null;
  return newest
    ? `the operator’s key is ${newest.toString('hex')} by now, and neither OPERATOR_KEY nor OPERATOR_KEY_FORMER holds it`
    : notTheKey;
}

/**
 * The key that new draws are committed with. It may have been announced by a process that was started later than this one.
 *
 * @throws Error when this process does not hold it
 */
export async function findNewestSigner(db: Queryable, keys: DrawKeys): Promise<Signer> {
  const newest = await readNewestKey(db);
  return newest ? requireSigner(keys, newest) : keys;
}

/** The signer of a draw, by its public key. @throws Error when it is not held */
export function requireSigner(keys: DrawKeys, operatorKey: Uint8Array): Signer {
  const signer = keys.signerOf(operatorKey);
  if (!signer)
    throw new Error(`this process does not hold the operator’s key ${Buffer.from(operatorKey).toString('hex')}`);
  return signer;
}

async function readNewestKey(db: Queryable): Promise<Buffer | null> {
  const [row] = await db.query<{ public_key: Buffer }>(
    'select public_key from operator_key order by number desc limit 1',
  );
  return row?.public_key ?? null;
}
