import { judgeAfter, type After, type Figure } from './after.ts';
import { betTypes } from './rules.ts';
import type { Source } from './source.ts';

/** The stakes and payouts of the draws of one day, worked out ticket by ticket. Whole francs. */
export interface DayFigures {
  /** `2026-11-23` */
  readonly day: string;
  draws: number;
  /** How many of these were called off. Their stakes and refunds are only in `tickets` and `refunded`. */
  voids: number;
  /** Draws on which it disagrees with the site. */
  disagreements: number;
  tickets: number;
  stakes: number;
  won: number;
  payouts: number;
  refunded: number;
  /** The sums of draws with a result, by the name of the bet type. */
  readonly byType: Record<string, Figure>;
}

/** Judges draws one after the other and adds up what they took and paid. It writes nothing down. */
export async function addUpDays(
  source: Source,
  ids: readonly string[],
  { by, zone, ...after }: After & { readonly by: 'finished' | 'moment'; readonly zone: string },
): Promise<DayFigures[]> {
  const days = new Map<string, DayFigures>();
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  for (const id of ids) {
    const kept = (await source.draw(id))!;
    // A draw that is on sale has no figures yet.
    if (kept.finishedAt === null) continue;
    const opinion = await judgeAfter(source, kept, after);
    const day = dayOf.format(by === 'finished' ? kept.finishedAt : kept.drawsAt);
    let figures = days.get(day);
    if (!figures) days.set(day, (figures = emptyDay(day)));
    figures.draws++;
    figures.tickets += opinion.tickets;
    if (opinion.differs.length > 0) figures.disagreements++;
    if (kept.status === 'void') {
      figures.voids++;
      figures.refunded += opinion.due;
      continue;
    }
    figures.stakes += opinion.stakes;
    figures.won += opinion.won;
    figures.payouts += opinion.due;
    for (const [type, figure] of opinion.figures)
      addTo(figures.byType, betTypes.get(type)?.name ?? `bet type ${type}`, figure);
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

function emptyDay(day: string): DayFigures {
  return {
    day,
    draws: 0,
    voids: 0,
    disagreements: 0,
    tickets: 0,
    stakes: 0,
    won: 0,
    payouts: 0,
    refunded: 0,
    byType: {},
  };
}

function addTo(byType: Record<string, Figure>, name: string, { tickets, stakes, won, payouts }: Figure): void {
  const sum = (byType[name] ??= { tickets: 0, stakes: 0, won: 0, payouts: 0 });
  sum.tickets += tickets;
  sum.stakes += stakes;
  sum.won += won;
  sum.payouts += payouts;
}
