interface Row {
  readonly what: string;
  /** Empty for a row that is measured for comparison only. */
  readonly goal: string;
  readonly measured: string;
  /** Null when there is no goal. */
  readonly met: boolean | null;
}

export interface Report {
  add(row: Row): void;
  /** Adds a line under the table. */
  note(text: string): void;
  /** The table as Markdown. */
  toString(): string;
}

/** Collects rows, and prints each as soon as it is added. */
export function createReport(): Report {
  const rows: Row[] = [];
  const notes: string[] = [];
  return {
    add(row) {
      rows.push(row);
      console.error(`· ${row.what}: ${row.measured}`);
    },
    note: (text) => void notes.push(text),
    toString: () => [...table(rows), '', ...notes].join('\n'),
  };
}

function table(rows: readonly Row[]): string[] {
  const cells = [
    ['', 'goal', 'measured', 'met'],
    ...rows.map(({ what, goal, measured, met }) => [
      what,
      goal || '–',
      measured,
      met === null ? '–' : met ? 'yes' : '**no**',
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = cells.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...body];
}

export function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function milliseconds(value: number): string {
  return value < 10
    ? `${value.toFixed(2)} ms`
    : value < 1_000
      ? `${value.toFixed(0)} ms`
      : `${(value / 1_000).toFixed(1)} s`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(ratio < 3 ? 2 : 1)} ×`;
}
