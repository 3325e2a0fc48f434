import type { Queryable } from '#database/connect.ts';
import { keyIdLength, type KeyRing } from './key-ring.ts';
import type { SealedColumn, SealedValue } from './seal-anew.ts';

/** Where values of `seal` are stored, at most one for each client. All names become SQL, so they are constants of the code. */
interface ColumnName {
  readonly table: string;
  readonly column: string;
  /** The column that tells whose a value is, where it is no client's. */
  readonly id?: string;
}

/** A key that stored values name and this process does not hold, with how many name it; null where it holds all. */
export async function findMissingKey(
  db: Queryable,
  { table, column }: ColumnName,
  { all }: KeyRing,
): Promise<{ readonly keyId: string; readonly values: number } | null> {
  const [row] = await db.query<{ key_id: Buffer; values: number }>(
    `select substring(${column} for $2) as key_id, count(*)::integer as values from ${table}
     where substring(${column} for $2) <> all ($1) group by 1 limit 1`,
    [all.map(({ id }) => id), keyIdLength],
  );
  return row ? { keyId: row.key_id.toString('hex'), values: row.values } : null;
}

/** For `sealAnew`. @param contextOf what binds a value to its client */
export function sealedColumn(
  db: Queryable,
  { table, column, id = 'client_id' }: ColumnName,
  contextOf: SealedColumn['contextOf'],
): SealedColumn {
  return {
    contextOf,
    read: (keyIds, after, most) =>
      db.query<SealedValue>(
        `select ${id} as client_id, ${column} as sealed from ${table}
         where substring(${column} for $4) = any ($1) and ${id} > $2 order by ${id} limit $3`,
        [keyIds, after, most, keyIdLength],
      ),
    replace: ({ client_id, sealed }, anew) =>
      db.query(`update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`, [client_id, sealed, anew]),
  };
}
