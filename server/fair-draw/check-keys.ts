import type { Database, Queryable } from '#database/connect.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { keyIdLength, type KeyRing } from '#server/keys/key-ring.ts';
import { openSecrets, type DrawKeys } from './draw-keys.ts';
import { announceOperatorKey, refuseUnknownKey } from './operator-keys.ts';

/**
 * Looks whether a process has the keys that this database's draws need, before it does anything. One that works announces
 * the operator's key where it is new.
 *
 * @param working whether it makes, seals and draws draws
 * @returns which setting is wrong and why; null where all is well
 */
export async function refuseKeys(db: Database, keys: DrawKeys, working: boolean): Promise<string | null> {
  if (!working) return refuseUnknownKey(db, keys);
  return (
    (await findMissingSeedKey(db, keys.seedKeys!)) ??
    (await announceOperatorKey(db, keys)) ??
    (await findMissingSigner(db, keys))
  );
}

/** A draw that cannot be sealed is refunded, so a process that works starts with every key that an unfinished one needs. */
async function findMissingSeedKey(db: Queryable, seedKeys: KeyRing): Promise<string | null> {
  const groups = await readSecretsByKey(db);
  const missing = groups.find(({ sample }) => !opens(seedKeys, sample));
  return missing
    ? `SEED_KEY is not the key that this database’s draws were made with, and SEED_KEY_FORMER does not hold it: draws that are not finished need the key ${missing.keyId.toString('hex')} (${missing.unfinished} of them)`
    : null;
}

async function findMissingSigner(db: Queryable, keys: DrawKeys): Promise<string | null> {
  const used = await readUnfinishedByOperator(db);
  const missing = used.find(({ operatorKey }) => !keys.signerOf(operatorKey));
  return missing
    ? `OPERATOR_KEY_FORMER does not hold the key ${missing.operatorKey.toString('hex')}, which draws that are not finished were committed with (${missing.unfinished} of them)`
    : null;
}

/** A former key that a process was given, and whether it is still needed. */
interface FormerKey {
  readonly setting: 'SEED_KEY_FORMER' | 'OPERATOR_KEY_FORMER';
  /** In hex: the id of a seed key, the public key of a signing key. */
  readonly name: string;
  /** How many draws that are not finished need it. */
  readonly draws: number;
}

/** The former keys of a worker, so that the operator knows which of them may be removed. */
export async function readFormerKeys(db: Queryable, keys: DrawKeys): Promise<FormerKey[]> {
  if (!keys.seedKeys || (keys.seedKeys.former.length === 0 && keys.signers.length === 1)) return [];
  const [sealed, signed] = await Promise.all([readSecretsByKey(db), readUnfinishedByOperator(db)]);
  const seeds = keys.seedKeys.former.map(({ id }): FormerKey => {
    const draws = sealed.find(({ keyId }) => keyId.equals(id))?.unfinished ?? 0;
    return { setting: 'SEED_KEY_FORMER', name: id.toString('hex'), draws };
  });
  const signers = keys.signers.slice(1).map(({ operatorKey }): FormerKey => {
    const draws = signed.find((each) => each.operatorKey.equals(operatorKey))?.unfinished ?? 0;
    return { setting: 'OPERATOR_KEY_FORMER', name: operatorKey.toString('hex'), draws };
  });
  return [...seeds, ...signers];
}

/** The unfinished draws whose secrets one key encrypted. */
interface SecretsGroup {
  readonly keyId: Buffer;
  readonly unfinished: number;
  /** One of the draws. */
  readonly sample: { readonly record: Buffer; readonly secrets: Buffer };
}

/** There are few, and an index finds them: a start must not read all draws. */
const unfinishedDraws = 'd.finished_at is null';

async function readSecretsByKey(db: Queryable): Promise<SecretsGroup[]> {
  const rows = await db.query<{ key_id: Buffer; unfinished: number; record: Buffer; secrets: Buffer }>(
    `select g.key_id, g.unfinished, c.record, c.secrets
     from (
       select substring(c.secrets for $1) as key_id, count(*)::integer as unfinished, (array_agg(d.id))[1] as sample
       from draw d join commitment c on c.draw_id = d.id
       where ${unfinishedDraws}
       group by 1
     ) g join commitment c on c.draw_id = g.sample`,
    [keyIdLength],
  );
  return rows.map(({ key_id, unfinished, ...sample }) => ({ keyId: key_id, unfinished, sample }));
}

async function readUnfinishedByOperator(db: Queryable): Promise<{ operatorKey: Buffer; unfinished: number }[]> {
  const rows = await db.query<{ operator_key: Buffer; unfinished: number }>(
    `select c.operator_key, count(*)::integer as unfinished
     from draw d join commitment c on c.draw_id = d.id where ${unfinishedDraws} group by 1`,
  );
  return rows.map((row) => ({ operatorKey: row.operator_key, unfinished: row.unfinished }));
}

function opens(seedKeys: KeyRing, { record, secrets }: SecretsGroup['sample']): boolean {
  try {
    openSecrets(seedKeys, secrets, drawHash(record));
    return true;
  } catch {
    return false;
  }
}
