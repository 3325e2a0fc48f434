/** The fields of a form that differ from the stored ones; the call to change a profile takes only these. */
export function changesOf<T extends object>(
  stored: T,
  form: { readonly [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const keys = Object.keys(form) as (keyof T)[];
  const changed = keys.filter((key) => form[key] !== undefined && form[key] !== stored[key]);
  return Object.fromEntries(changed.map((key) => [key, form[key]])) as Partial<T>;
}
