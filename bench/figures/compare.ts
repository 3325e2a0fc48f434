import type { Figures } from '#server/figures/read-figures.ts';

/** The stakes and payouts of a day's settled draws, in whole francs. */
export interface DaySums {
  readonly day: string;
  readonly tickets: number;
  readonly stakes: number;
  readonly won: number;
  readonly payouts: number;
}

/** The sums of a source that differ from ours, as sentences. */
interface Agreement {
  readonly source: string;
  readonly days: number;
  readonly differs: readonly string[];
}

const names = ['tickets', 'stakes', 'won', 'payouts'] as const;

/** Every day that one of the two has. A day that is missing has taken and paid nothing. */
export function compareDays(ours: readonly DaySums[], source: string, theirs: readonly DaySums[]): Agreement {
  const days = [...new Set([...ours, ...theirs].map(({ day }) => day))].toSorted();
  const sumOf = (rows: readonly DaySums[], wanted: string, name: (typeof names)[number]) =>
    rows.find(({ day }) => day === wanted)?.[name] ?? 0;
  const differs = days.flatMap((day) =>
    names
      .filter((name) => sumOf(ours, day, name) !== sumOf(theirs, day, name))
      .map((name) => `${day}: ${name} ${sumOf(theirs, day, name)}, not ${sumOf(ours, day, name)}`),
  );
  return { source, days: days.length, differs };
}

export function daysOf({ data }: Figures): DaySums[] {
  return data.map(({ day, tickets, stakes, won, payouts }) => ({ day, tickets, stakes, won, payouts }));
}

/** Sums by day, from rows of a day and bet type. */
export function addTypes(rows: readonly DaySums[]): DaySums[] {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, types]) => {
    const sum = (name: (typeof names)[number]) => types.reduce((total, type) => total + type[name], 0);
    return { day, tickets: sum('tickets'), stakes: sum('stakes'), won: sum('won'), payouts: sum('payouts') };
  });
}
