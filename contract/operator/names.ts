/** The names in a text that separates them by spaces. */
export type NamesIn<T extends string> = T extends `${infer First} ${infer Rest}` ? First | NamesIn<Rest> : T;

/** A list of names, written as one text: it takes one line, and the compiler knows each name. */
export function namesIn<const T extends string>(text: T): readonly NamesIn<T>[] {
  return text.split(' ') as NamesIn<T>[];
}
