import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ProblemCode } from '#contract/problems.ts';
import { codeOf } from './errors.ts';
import { explain, fieldErrors } from './explain.ts';

interface Places<T extends FieldValues> {
  /** The fields that have another name in the form, by their dotted path in the body. */
  fields?: Readonly<Record<string, FieldPath<T>>>;
  /** For refusals that name no field: the field to show them at, by code. */
  codes?: Readonly<Partial<Record<ProblemCode, FieldPath<T>>>>;
}

/**
 * Shows in a form why its call failed: each error at its field, with the focus on the first. An error without a field in
 * the form is set as `root.server`, for the form as a whole.
 */
export function showRefusal<T extends FieldValues, C, O>(
  error: unknown,
  { getValues, setError }: Pick<UseFormReturn<T, C, O>, 'getValues' | 'setError'>,
  { fields = {}, codes = {} }: Places<T> = {},
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
    setError(name as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  if (placed.length === 0 || placed.length < sentences.length) setError('root.server', { type: title, message: text });
}
