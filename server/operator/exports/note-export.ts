import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';

/**
 * Writes down that an operator takes a list out as a file, before the first line leaves.
 *
 * @param name of the list, in the line's act: `draws`
 * @param subject as in the audit, such as `client 42`
 * @throws Refusal not_allowed
 */
export async function noteExport(
  operators: Operators,
  { session }: Operator,
  name: string,
  filters: object,
  subject: string | null = null,
): Promise<void> {
  await actAs(operators, (tx) =>
    tx.query('select console.note_export($1, $2, $3, $4)', [session, name, subject, JSON.stringify(filters)]),
  );
}
