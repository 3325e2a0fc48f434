import { readSchemaFiles } from '#database/schema-files.ts';
import type { Queryable } from '#database/connect.ts';
import type { Fault } from './fault.ts';

interface UntracedRow {
  readonly subject: string;
  readonly id: string;
  readonly at: Date;
  readonly request_number: number | null;
}

/**
 * Checks that each executed act that takes two has a request of its kind, about the same subject, that two people signed, and that it was
 * executed between approval and end. How the acts are found is read from the files of this version, because whoever can change rows can
 * change functions too.
 */
export async function checkTraces(tx: Queryable): Promise<{ kinds: number; faults: Fault[] }> {
  const files = await readSchemaFiles();
  const statements = readTraces(files.functions.map(({ sql }) => sql).join('\n'));
  const faults: Fault[] = [];
  const kinds = await tx.query<{ kind: string }>('select kind from console.kind order by kind');
  for (const { kind } of kinds) {
    const traces = statements.get(kind);
    if (traces === undefined) {
      faults.push({
        number: null,
        because: `Nothing looks for acts of the kind ${kind}: this version does not know it.`,
      });
      continue;
    }
    const rows = await tx.query<UntracedRow>(
      `select t.subject, t.id, t.at, q.number as request_number
       from (${traces}) t left join console.request q on q.id = t.request_id
       where not exists (
         select from console.request r
         where r.id = t.request_id and r.kind = $2 and r.subject = t.subject and r.status = 'done' and r.approved_by <> r.asked_by
           and t.at between r.approved_at and r.ended_at
       )
       order by t.at limit 100`,
      [await beginning(tx), kind],
    );
    for (const { subject, id, at, request_number: request } of rows) {
      const cited = request === null ? 'no request' : `R-${request}, which did not ask for it then`;
      faults.push({
        number: null,
        because: `${kind} of ${subject} (${id}) was done at ${at.toISOString()} by ${cited}.`,
      });
    }
  }
  for (const { name, kind } of await tx.query<{ name: string; kind: string }>(statements.get('untraced')!)) {
    faults.push({ number: null, because: `The operator ${name} stands otherwise than the last trace says (${kind}).` });
  }
  return { kinds: kinds.length, faults };
}

/** When the database was made: what an invented month did before had no requests. PostgreSQL's text of it. */
async function beginning(tx: Queryable): Promise<string> {
  const [row] = await tx.query<{ at: string }>('select applied_at::text as at from migration where number = 1');
  return row!.at;
}

const heading = /create or replace function console\.(?:traces_of_(\w+)|operators_(untraced))\(/g;

/** The statements of `database/functions/console/traces.sql` by kind, and `untraced`. Their parameter is the moment from which on. */
function readTraces(sql: string): ReadonlyMap<string, string> {
  const [, large] = /function console\.released_by_one\(\)[^$]*\$\$ select ([^$]+?) \$\$/.exec(sql)!;
  const statements = new Map<string, string>();
  for (const found of sql.matchAll(heading)) {
    const [, body] = /\$\$\n([^]*?)\n\$\$;/.exec(sql.slice(found.index))!;
    // The columns by their names, whatever the statement calls them.
    const [, columns] = /returns table \(\s*([^)]*?)\s*\)/.exec(sql.slice(found.index))!;
    const names = columns!.split(',').map((column) => column.trim().split(' ')[0]);
    const statement = body!
      .replaceAll('p_since', '$1::timestamptz')
      .replaceAll('console.released_by_one()', `(${large})`);
    statements.set(found[1] ?? found[2]!, `select * from (${statement}) as stated (${names.join(', ')})`);
  }
  return statements;
}
