import { betNames } from '#domain/bet-types.ts';
import { csvLine } from '#server/http/csv.ts';
import type { Figures } from './read-figures.ts';

const columns = [
  'day',
  'over',
  'draws',
  'tickets',
  'stakes',
  'won',
  'payouts',
  'fair_draws',
  'fair_stakes',
  'fair_payouts',
  'fair_expected',
  'fair_low',
  'fair_high',
  'own_stakes',
  'own_payouts',
  'void_draws',
  'void_stakes',
  'stops',
  'adjustments',
  'adjusted_to_players',
  'adjusted_from_players',
  'withdrawals',
  'withdrawal_median_minutes',
  'withdrawal_p95_minutes',
  'held_withdrawals',
  'held_withdrawal_median_minutes',
  'held_withdrawal_p95_minutes',
  'timetable_changed',
];

/** The rows of the figures as CSV, in their order. Of each bet type stakes and payouts stand at the end. */
export function writeFiguresCsv({ data }: Figures): string {
  const header = [...columns, ...betNames.flatMap((name) => [`${name}_stakes`, `${name}_payouts`])];
  return [csvLine(header), ...data.map((day) => csvLine(fieldsOf(day)))].join('');
}

function fieldsOf(day: Figures['data'][number]): (string | number | boolean | null)[] {
  const { fair, own, voids, adjustments, withdrawals } = day;
  const { held } = withdrawals;
  return [
    day.day,
    day.over,
    day.draws,
    day.tickets,
    day.stakes,
    day.won,
    day.payouts,
    fair?.draws ?? 0,
    fair?.stakes ?? 0,
    fair?.payouts ?? 0,
    fair?.expected ?? null,
    fair?.low ?? null,
    fair?.high ?? null,
    own.stakes,
    own.payouts,
    voids.draws,
    voids.stakes,
    day.stops,
    adjustments.number,
    adjustments.toPlayers,
    adjustments.fromPlayers,
    withdrawals.paid,
    withdrawals.medianMinutes,
    withdrawals.p95Minutes,
    held.paid,
    held.medianMinutes,
    held.p95Minutes,
    day.timetableChanged,
    ...betNames.flatMap((name) => {
      const sums = day.byType.find((type) => type.name === name);
      return [sums?.stakes ?? 0, sums?.payouts ?? 0];
    }),
  ];
}
