import { requestKinds, type RequestKind } from '#contract/operator/requests.ts';
import { reportKinds } from '#contract/operator/report-kinds.ts';
import { rights } from '#contract/operator/rights.ts';

// The database's copy of the tables in the contract. `npm run schema` writes these files, and a test compares them.

/** The text of database/functions/console/rights.sql. */
export function rightsSql(): string {
  const holders = Object.entries(rights).map(([right, { roles }]) => [right, `{${roles.join(',')}}`] as const);
  const reports = Object.entries(reportKinds).map(([kind, { right }]) => [kind, right] as const);
  return `-- Written by \`npm run schema\` from contract/operator/rights.ts and contract/operator/report-kinds.ts. Do not edit.

-- The roles that have a right; null for an unknown one, which nobody has.
create or replace function console.roles_of(p_right text) returns console.role[]
language sql immutable as $$
  select case
${casesOf('p_right', holders)}
  end::console.role[]
$$;

-- The right that a kind of report needs.
create or replace function console.right_to_report(p_kind text) returns text language sql immutable as $$
  select case
${casesOf('p_kind', reports)}
  end
$$;
`;
}

/** The text of database/functions/console/kinds.sql: the kinds of requests, with the roles that ask and approve. */
export function kindsSql(): string {
  const rows = Object.entries(requestKinds).map(([kind, { lasts }]) => {
    const { roles, approvers = [] } = rights[kind as RequestKind];
    return `  ('${kind}', '{${roles.join(',')}}', '{${approvers.join(',')}}', '${lasts}')`;
  });
  return `-- Written by \`npm run schema\` from contract/operator/requests.ts and contract/operator/rights.ts. Do not edit.
insert into console.kind (kind, ask_roles, approve_roles, lasts) values
${rows.join(',\n')}
on conflict (kind) do update set ask_roles = excluded.ask_roles, approve_roles = excluded.approve_roles, lasts = excluded.lasts;
`;
}

/** A branch of a `case` for each value, with the names that have it, in lines of at most 140 characters. */
function casesOf(parameter: string, rows: readonly (readonly [name: string, value: string])[]): string {
  return [...Map.groupBy(rows, ([, value]) => value)]
    .map(([value, having]) => {
      const names = having.map(([name]) => `'${name}'`).join(', ');
      const lines = names.match(/.{1,132}(?:, |$)/g)!.map((line) => `      ${line.trimEnd()}`);
      const these = lines.length === 1 ? lines[0]!.trim() : `\n${lines.join('\n')}\n    `;
      return `    when ${parameter} in (${these}) then '${value}'`;
    })
    .join('\n');
}
