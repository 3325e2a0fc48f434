import { formatAmount, formatDecimal, formatFrancs } from '#domain/money.ts';

/** The business of a day, as `console.business_between` sums it up; amounts in XOF. */
export interface Business {
  readonly stakes: number;
  readonly payouts: number;
  readonly players: number;
  readonly newPlayers: number;
  readonly deposits: number;
  readonly withdrawals: number;
}

/** A day and the same day a week before. */
export interface MorningReport {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly business: Business;
  readonly weekBefore: Business;
}

/** An e-mail to those who run the site: a line for each figure, the one of a week before in brackets. */
export function writeMorningReport({ day, business, weekBefore }: MorningReport): string {
  const line = (title: string, of: (one: Business) => string) => `${title}: ${of(business)} (${of(weekBefore)})`;
  return [
    `Izi, ${day.split('-').toReversed().join('/')} (a week before)`,
    line('Stakes', ({ stakes }) => formatFrancs(stakes)),
    line('Payouts', ({ payouts }) => formatFrancs(payouts)),
    line('Gross gaming revenue', ({ stakes, payouts }) => formatFrancs(stakes - payouts)),
    line('Return to players', ({ stakes, payouts }) =>
      stakes === 0 ? '–' : `${formatDecimal((100 * payouts) / stakes)}%`,
    ),
    line('Active players', ({ players }) => formatAmount(players)),
    line('New players', ({ newPlayers }) => formatAmount(newPlayers)),
    line('Deposits', ({ deposits }) => formatFrancs(deposits)),
    line('Withdrawals', ({ withdrawals }) => formatFrancs(withdrawals)),
    'The console has each draw under Reports.',
  ].join('\n');
}
