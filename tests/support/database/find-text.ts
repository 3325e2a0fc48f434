import type { Database } from '#database/connect.ts';

/** Every column of a table that holds a text anywhere, such as `public.client.phone`; in any case of its letters. */
export async function findText(db: Database, text: string): Promise<string[]> {
  const columns = await db.query<{ name: string; table: string; column: string; type: string }>(
    `select format('%s.%s.%s', table_schema, table_name, column_name) as name, format('%I.%I', table_schema, table_name) as "table",
       format('%I', column_name) as "column", data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox', 'console')
       and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying', 'USER-DEFINED')`,
  );
  const found: string[] = [];
  for (const { name, table, column, type } of columns) {
    const holds =
      type === 'bytea'
        ? `position(convert_to($1, 'UTF8') in ${column}) > 0`
        : `position(lower($1) in lower(${column}::text)) > 0`;
    if ((await db.query(`select from ${table} where ${holds} limit 1`, [text])).length > 0) found.push(name);
  }
  return found;
}
