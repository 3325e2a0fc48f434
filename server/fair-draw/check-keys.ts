import type { Database, Queryable } from '#database/connect.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { openKeyRing, type KeyRing, type NamedKey } from '#server/keys/key-ring.ts';
import { namedSecretsLength, openSecrets, type DrawKeys } from './draw-keys.ts';
import { announceOperatorKey, refuseUnknownKey, signedWith } from './operator-keys.ts';

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
  const groups = await readSecretsByKey(db, unfinishedDraws);
  const missing = groups.find(({ sample }) => !opens(seedKeys, sample));
  if (!missing) return null;
  const which = missing.keyId ? `the key ${missing.keyId.toString('hex')}` : 'the key from before keys had ids';
  return `SEED_KEY is not the key that this database’s draws were made with, and SEED_KEY_FORMER does not hold it: draws that are not finished need ${which} (${missing.unfinished} of them)`;
}

async function findMissingSigner(db: Queryable, keys: DrawKeys): Promise<string | null> {
  const used = await readUnfinishedByOperator(db);
  const missing = used.find(({ operatorKey }) => !keys.signerOf(operatorKey));
  return missing
    ? `OPERATOR_KEY_FORMER does not hold the key ${missing.operatorKey.toString('hex')}, which draws that are not finished were committed with (${missing.unfinished} of them)`
    : null;
}

/** A key of before that a process was given, and whether it is still needed. */
export interface FormerKey {
  readonly setting: 'SEED_KEY_FORMER' | 'OPERATOR_KEY_FORMER';
  /** In hex: the id of a seed key, the public key of a signing key. */
  readonly name: string;
  /** How many draws that are not finished need it, or whose salts only it can still give. */
  readonly draws: number;
}

/** The former keys of a process that works, so that the operator knows which of them may go. */
export async function readFormerKeys(db: Queryable, keys: DrawKeys): Promise<FormerKey[]> {
  if (!keys.seedKeys || (keys.seedKeys.former.length === 0 && keys.signers.length === 1)) return [];
  const [groups, signed] = await Promise.all([
    readSecretsByKey(db, `${unfinishedDraws} or s.draw_id is null`),
    readUnfinishedByOperator(db),
  ]);
  const seeds = keys.seedKeys.former.map((key): FormerKey => {
    const draws = groups.filter((group) => needs(group, key)).map((group) => group.unfinished + group.unsalted);
    return { setting: 'SEED_KEY_FORMER', name: key.id.toString('hex'), draws: sum(draws) };
  });
  const signers = keys.signers.slice(1).map(({ operatorKey }): FormerKey => {
    const draws = signed.filter((each) => each.operatorKey.equals(operatorKey)).map(({ unfinished }) => unfinished);
    return { setting: 'OPERATOR_KEY_FORMER', name: operatorKey.toString('hex'), draws: sum(draws) };
  });
  return [...seeds, ...signers];
}

/** The draws whose secrets are still needed, by the key that encrypted them; null: stored before keys had ids. */
interface SecretsGroup {
  readonly keyId: Buffer | null;
  readonly unfinished: number;
  /** Finished draws whose salts have not been copied. */
  readonly unsalted: number;
  /** One of the draws. */
  readonly sample: { readonly record: Buffer; readonly secrets: Buffer };
}

/** There are few, and an index leads to them: a start must not read all draws that ever were. */
const unfinishedDraws = 'd.finished_at is null';

/** @param which draws, as an SQL condition on `draw d` and `draw_salt s` */
async function readSecretsByKey(db: Queryable, which: string): Promise<SecretsGroup[]> {
  const rows = await db.query<{
    key_id: Buffer | null;
    unfinished: number;
    unsalted: number;
    record: Buffer;
    secrets: Buffer;
  }>(
    `select g.key_id, g.unfinished, g.unsalted, c.record, c.secrets
     from (
       select case octet_length(c.secrets) when $1 then substring(c.secrets for 8) end as key_id,
         count(*) filter (where d.finished_at is null)::integer as unfinished,
         count(*) filter (where d.finished_at is not null)::integer as unsalted,
         (array_agg(d.id order by d.finished_at nulls first))[1] as sample
       from draw d
       join commitment c on c.draw_id = d.id
       left join draw_salt s on s.draw_id = d.id
       where ${which}
       group by 1
     ) g join commitment c on c.draw_id = g.sample`,
    [namedSecretsLength],
  );
  return rows.map(({ key_id, unfinished, unsalted, record, secrets }) => ({
    keyId: key_id,
    unfinished,
    unsalted,
    sample: { record, secrets },
  }));
}

async function readUnfinishedByOperator(db: Queryable): Promise<{ operatorKey: Buffer; unfinished: number }[]> {
  const rows = await db.query<{ operator_key: Buffer; unfinished: number }>(
    `select ${signedWith} as operator_key, count(*)::integer as unfinished
     from draw d join commitment c on c.draw_id = d.id where ${unfinishedDraws} group by 1`,
  );
  return rows.map((row) => ({ operatorKey: row.operator_key, unfinished: row.unfinished }));
}

function needs({ keyId, sample }: SecretsGroup, key: NamedKey): boolean {
  // Every draw from before keys had ids was made with one key.
  return keyId ? key.id.equals(keyId) : opens(openKeyRing(key.secret), sample);
}

function opens(seedKeys: KeyRing, { record, secrets }: SecretsGroup['sample']): boolean {
  try {
    openSecrets(seedKeys, secrets, drawHash(record));
    return true;
  } catch {
    return false;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
