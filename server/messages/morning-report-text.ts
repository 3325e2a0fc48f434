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

const numbers = new Intl.NumberFormat('fr-FR');
const percent = new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 1 });

/** An e-mail to those who run the site: a line for each figure, the one of a week before in brackets. */
export function writeMorningReport({ day, business, weekBefore }: MorningReport): string {
  const francs = (amount: number) => `${numbers.format(amount)} XOF`;
  const line = (title: string, of: (one: Business) => string) => `${title}: ${of(business)} (${of(weekBefore)})`;
  return [
    `Izi, ${day.split('-').toReversed().join('/')} (a week before)`,
    line('Stakes', ({ stakes }) => francs(stakes)),
    line('Payouts', ({ payouts }) => francs(payouts)),
    line('Gross gaming revenue', ({ stakes, payouts }) => francs(stakes - payouts)),
    line('Return to players', ({ stakes, payouts }) => (stakes === 0 ? '–' : percent.format(payouts / stakes))),
    line('Active players', ({ players }) => numbers.format(players)),
    line('New players', ({ newPlayers }) => numbers.format(newPlayers)),
    line('Deposits', ({ deposits }) => francs(deposits)),
    line('Withdrawals', ({ withdrawals }) => francs(withdrawals)),
    'The console has each draw under Reports.',
  ].join('\n');
}
