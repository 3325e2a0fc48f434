/** Words of the charts of reports and of draws. */
export const words = {
  aDay: 'Stakes and GGR a day',
  aDaySays: (days: string, stakes: string, ggr: string) =>
    `Stakes and GGR of ${days} days or months: ${stakes} XOF were staked, GGR was ${ggr} XOF.`,
  from: 'From',
  stakes: 'Stakes',
  ggr: 'GGR, in them',
  payouts: 'Payouts',
  ggrAlone: 'GGR',
  return: 'Return',
  expected: (francs: string) => `expected ${francs}`,
  againstExpected: (francs: string) => `${francs} against expected`,
  inTheory: (share: string) => `${share} in theory`,
  theory: 'Return against theory',
  period: 'this period',
  byRules: 'Theory',
  betType: 'Bet type',
  theorySays: (name: string, share: string, theory: string) => `${name} returned ${share}, ${theory} in theory.`,
  house: 'House result',
  spans: { hours: '8 hours', day: 'today', week: '7 days' },
  last: 'Period',
  houseSays: (span: string, sum: string, below: string, draws: string) =>
    `House result, ${span}: ${sum} XOF together, ${below} of ${draws} draws below zero.`,
  houseSum: (span: string, sum: string, below: string, draws: string) =>
    `${span}: ${sum} XOF · ${below} of ${draws} draws below zero`,
  net: 'House XOF',
};
