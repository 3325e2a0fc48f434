interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}

/** The choices of a field or a filter, each with its name: of all that have one, or of some values in their order. */
export function named<Value extends string>(
  names: Readonly<Record<Value, string>>,
  values: readonly Value[] = Object.keys(names) as Value[],
): readonly Choice<Value>[] {
  return values.map((value) => ({ value, label: names[value] }));
}
