/** The rows of a list that is read page by page, and the rows that have come since. */
interface Merged<Row> {
  readonly rows: readonly Row[];
  /** How many rows of the first page are not shown yet. */
  readonly waiting: number;
}

/**
 * The rows of a list while its first page is polled: they stay where they are, each as it is now, and new ones wait.
 *
 * @param shown the rows on the screen, in their order
 * @param polled the first page as it is now; null where the list does not begin at the first page, or nothing was polled
 */
export function mergeNews<Row>(
  shown: readonly Row[],
  polled: readonly Row[] | null,
  rowId: (row: Row) => string,
): Merged<Row> {
  if (polled === null) return { rows: shown, waiting: 0 };
  const now = new Map(polled.map((row) => [rowId(row), row]));
  const rows = shown.map((row) => now.get(rowId(row)) ?? row);
  for (const row of shown) now.delete(rowId(row));
  return { rows, waiting: now.size };
}
