import type { Call } from '#contract/calls/call.ts';
import type { CallName, CsvFile, Description } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { columnsOf } from './csv.ts';
import { rights, type Right } from './rights.ts';

/** A list that is also a file: its columns are the fields of its items where they are left out. */
interface Described {
  readonly csv?: Omit<CsvFile, 'columns'> & Partial<CsvFile>;
  /** The codes besides those of any call of an operator, such as `unauthenticated` and `not_allowed`. */
  readonly problems?: readonly ProblemCode[];
}

/**
 * A function that describes each call of a subject of the operators' API by its name, as `describeCalls` does for players. Who may
 * make a call comes from the table of rights: a call without a row there does not compile.
 */
export function describeOperatorCalls<const Calls extends object>(tag: string, calls: Calls) {
  return <
    const N extends CallName<Calls> & Right,
    const D extends Omit<Description<Calls[N] & Call>, 'caller' | 'roles' | 'csv' | 'problems'> & Described,
  >(
    name: N,
    description: D,
  ) => ({
    ...calls[name],
    problems: [] as readonly ProblemCode[],
    ...description,
    ...(description.csv && describeFile(description, description.csv)),
    name,
    tag,
    caller: 'operator' as const,
    roles: rights[name].roles,
  });
}

function describeFile(
  { answer, problems = [] }: Pick<Description<Call>, 'answer'> & Described,
  file: NonNullable<Described['csv']>,
) {
  return {
    csv: { ...file, columns: file.columns ?? columnsOf(answer) } satisfies CsvFile,
    mediaTypes: ['application/json', 'text/csv'],
    problems: file.ofPeople ? [...problems, 'conflict' as const] : problems,
  };
}
