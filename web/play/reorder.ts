/** The numbers with one moved to another place; those in between shift by one. The same numbers when nothing moves. */
export function moved(numbers: readonly string[], from: number, to: number): readonly string[] {
  const last = numbers.length - 1;
  if (from === to || from < 0 || to < 0 || from > last || to > last || !numbers[from]) return numbers;
  return numbers.toSpliced(from, 1).toSpliced(to, 0, numbers[from]);
}

/** The numbers with two of them exchanged. */
export function swapped(numbers: readonly string[], one: number, other: number): readonly string[] {
  return numbers.with(one, numbers[other]!).with(other, numbers[one]!);
}
