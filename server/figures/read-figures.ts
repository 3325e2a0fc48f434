import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/figures.ts';
import { betTypeOfCode, type BetName } from '#domain/bet-types.ts';
import type { Database } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { localTimeIn } from '#domain/timetable.ts';
import type { Language } from '#server/words/languages.ts';
import { dayAfter, momentsOf, startAt, type Days } from './period.ts';

export type Figures = AnswerOf<typeof contract.getFigures>;
type Day = Figures['data'][number];
type Whole = Pick<Day, 'draws' | 'tickets' | 'stakes' | 'won' | 'payouts' | 'fair' | 'own' | 'voids'>;

/** A row of `figures_by_day`. Bet type 0 stands for all bet types of that day and status; no day stands for all days. */
interface SumsRow {
  readonly day: Date | null;
  readonly status: 'settled' | 'void';
  readonly bet_type: number;
  readonly draws: number;
  readonly tickets: number;
  readonly stakes: Francs;
  readonly won: number;
  readonly payouts: Francs;
  readonly own_tickets: number;
  readonly own_stakes: Francs;
  readonly own_payouts: Francs;
  /** This field and all later ones are null where no draw is measured. */
  readonly fair_draws: number | null;
  readonly fair_stakes: Francs;
  readonly fair_payouts: Francs;
  readonly fair_expected: Francs;
  readonly fair_low: Francs;
  readonly fair_high: Francs;
}

interface AdjustmentsRow {
  readonly day: Date;
  readonly adjustments: number;
  readonly to_players: Francs;
  readonly from_players: Francs;
}

interface SpeedRow {
  readonly day: Date;
  readonly held: boolean;
  readonly paid: number;
  readonly median: number;
  readonly p95: number;
}

/** A row of `exposure_uniformity`. */
interface UniformityRow {
  readonly draws: number;
  readonly bands: readonly (number | string)[];
  readonly statistic: number | null;
  readonly p_value: number | null;
  readonly verdict: Figures['meta']['uniformity']['verdict'];
}

/** The answer of `public_events`. */
type Events = Pick<Figures['meta'], 'timetable' | 'books' | 'audit' | 'signedHead' | 'demo'> & {
  readonly now: string;
  readonly voids: readonly (Omit<Figures['meta']['voids'][number], 'reason'> & {
    readonly told: Readonly<Record<Language, string>> | null;
  })[];
  readonly stops: readonly (Omit<Figures['meta']['stops'][number], 'name'> & { readonly betType: number | null })[];
};

const nothing = { tickets: 0, stakes: 0, won: 0, payouts: 0 };

/**
 * All figures of some days, of one moment, from sums that are kept, for somebody who reads `language`. Days after today are left
 * out.
 */
export async function readFigures(db: Database, days: Days, timeZone: string, language: Language): Promise<Figures> {
  const [from, to] = momentsOf(days, timeZone);
  const { sums, adjustments, speeds, places, told } = await db.transact(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const period = [from, to, timeZone];
    return {
      sums: await tx.query<SumsRow>('select * from figures_by_day($1, $2, $3)', period),
      adjustments: await tx.query<AdjustmentsRow>('select * from adjustments_by_day($1, $2, $3)', period),
      speeds: await tx.query<SpeedRow>('select * from withdrawals_by_day($1, $2, $3)', period),
      places: await tx.query<UniformityRow>('select * from exposure_uniformity($1, $2)', [from, to]),
      told: await tx.query<{ events: string }>('select public_events($1, $2)::text as events', [from, to]),
    };
  });
  const events = JSON.parse(told[0]!.events, writeInstants) as Events;
  const local = localTimeIn(timeZone);
  const dayOf = (moment: Date | string) => local(new Date(moment).getTime()).date;
  const byDay = <Row extends { readonly day: Date | null }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ day }) => (day === null ? '' : dayOf(day)));
  const [sumsOf, adjustmentsOf, speedsOf] = [byDay(sums), byDay(adjustments), byDay(speeds)];
  const stopsOf = Map.groupBy(events.stops, (stop) => dayOf(stop.from));
  const changedOn = new Set(events.timetable.map(({ at }) => dayOf(at)));
  const today = dayOf(events.now);

  const data: Day[] = [];
  for (let day = days.to < today ? days.to : today; day >= days.from; day = dayAfter(day, -1)) {
    const rows = sumsOf.get(day) ?? [];
    const [adjusted] = adjustmentsOf.get(day) ?? [];
    const [plain, held] = [false, true].map((held) => speedsOf.get(day)?.find((speed) => speed.held === held));
    data.push({
      day,
      from: startAt(day, timeZone),
      to: startAt(dayAfter(day), timeZone),
      over: day < today,
      ...presentTotals(rows),
      byType: presentTypes(rows).map(({ fair: _fair, ...sums }) => sums),
      adjustments: {
        number: adjusted?.adjustments ?? 0,
        toPlayers: adjusted?.to_players ?? 0,
        fromPlayers: adjusted?.from_players ?? 0,
      },
      withdrawals: { ...presentSpeed(plain), held: presentSpeed(held) },
      stops: stopsOf.get(day)?.length ?? 0,
      timetableChanged: changedOn.has(day),
    });
  }
  const all = sumsOf.get('') ?? [];
  const { now, voids, stops, ...others } = events;
  return {
    data,
    meta: {
      timeZone,
      ...days,
      computedAt: now,
      total: { ...presentTotals(all), byType: presentTypes(all) },
      uniformity: presentUniformity(places[0]!),
      ...others,
      voids: voids.map(({ told: sentences, ...one }) => ({ ...one, reason: sentences && sentences[language] })),
      stops: stops.map(({ betType, ...stop }) => ({
        ...stop,
        name: betType === null ? null : betTypeOfCode(betType).name,
      })),
    },
  };
}

function presentTotals(rows: readonly SumsRow[]): Whole {
  const rowOf = (status: SumsRow['status']) => rows.find((row) => row.status === status && row.bet_type === 0);
  const [settled, called] = [rowOf('settled'), rowOf('void')];
  return {
    draws: settled?.draws ?? 0,
    ...presentSums(settled),
    fair: presentFair(settled),
    own: {
      tickets: settled?.own_tickets ?? 0,
      stakes: settled?.own_stakes ?? 0,
      payouts: settled?.own_payouts ?? 0,
    },
    voids: { draws: called?.draws ?? 0, tickets: called?.tickets ?? 0, stakes: called?.stakes ?? 0 },
  };
}

function presentTypes(rows: readonly SumsRow[]): (typeof nothing & { name: BetName; fair: Day['fair'] })[] {
  return rows
    .filter(({ status, bet_type }) => status === 'settled' && bet_type > 0)
    .map((row) => ({ name: betTypeOfCode(row.bet_type).name, ...presentSums(row), fair: presentFair(row) }));
}

function presentSums(row: SumsRow | undefined): typeof nothing {
  if (!row) return nothing;
  const { tickets, stakes, won, payouts } = row;
  return { tickets, stakes, won, payouts };
}

function presentFair(row: SumsRow | undefined): Day['fair'] {
  if (!row || row.fair_draws === null) return null;
  return {
    draws: row.fair_draws,
    stakes: row.fair_stakes,
    payouts: row.fair_payouts,
    expected: row.fair_expected,
    low: row.fair_low,
    high: row.fair_high,
  };
}

function presentUniformity({
  draws,
  bands,
  statistic,
  p_value,
  verdict,
}: UniformityRow): Figures['meta']['uniformity'] {
  return { draws, bands: bands.map(Number), statistic, pValue: p_value, verdict };
}

function presentSpeed(row: SpeedRow | undefined): Day['withdrawals']['held'] {
  return { paid: row?.paid ?? 0, medianMinutes: row?.median ?? null, p95Minutes: row?.p95 ?? null };
}

/** For JSON.parse. The database writes microseconds and an offset. Text of people is returned unchanged. */
function writeInstants(key: string, value: unknown): unknown {
  const isMoment = typeof value === 'string' && /^(now|at|from|to|drawsAt|lastFullPassAt|lastPassAt)$/.test(key);
  return isMoment ? new Date(value).toISOString() : value;
}
