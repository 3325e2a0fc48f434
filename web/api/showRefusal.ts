import type { ProblemCode } from '#contract/problems.ts';
import { codeOf } from './errors.ts';
import { explain, fieldErrors } from './explain.ts';

/** A form of the form library, or that of a code. */
interface Refusable<Name extends string> {
  getValues(): object;
  setError(
    place: Name | 'root.server',
    error: { type: string; message: string },
    options?: { shouldFocus: boolean },
  ): void;
}

interface Places<Name extends string> {
  /** The fields that have another name in the form, by their dotted path in the body. */
  fields?: Readonly<Record<string, Name>>;
  /** For refusals that name no field: the field to show them at, by code. */
  codes?: Readonly<Partial<Record<ProblemCode, Name>>>;
}

/**
 * Shows in a form why its call failed: each error at its field, with the focus on the first. An error without a field in
 * the form is set as `root.server`, for the form as a whole.
 */
export function showRefusal<Name extends string>(
  error: unknown,
  { getValues, setError }: Refusable<Name>,
  { fields = {}, codes = {} }: Places<Name> = {},
): void {
  const names = Object.keys(getValues());
  const nameOf = (path: string) => fields[path] ?? path.slice(path.lastIndexOf('.') + 1);
  const { title, text } = explain(error);
  const code = codeOf(error);
  const about = code === null ? undefined : codes[code];
  const sentences = about ? [[about, text] as const] : Object.entries(fieldErrors(error));
  const placed = sentences
    .map(([path, message]) => [nameOf(path), message] as const)
    .filter(([name]) => names.includes(name));
  for (const [index, [name, message]] of placed.entries()) {
    setError(name as Name, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (placed.length === 0 || placed.length < sentences.length) setError('root.server', { type: title, message: text });
}
