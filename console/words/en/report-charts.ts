/** Words of the charts of reports and of draws. */
export const words = {
  aDay: 'Stakes and GGR a day',
  aDaySays: (days: string, stakes: string, ggr: string) =>
    `Stakes and GGR of ${days} days or months: ${stakes} XOF were staked, GGR was ${ggr} XOF.`,
  daily: { days: '30 days', months: '12 months' },
  withTests: '· with test accounts',
  noDraw: 'No draw was settled in this time.',
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
  often: '19 times in 20',
  oftenIn: (band: string) => `19 times in 20 it is ${band}`,
  range: (low: string, high: string) => `${low} to ${high}`,
  isInside: 'Inside its band?',
  yes: 'Yes',
  no: 'No',
  places: { inside: 'inside the band', outside: 'outside', none: 'too few for a band' },
  measured: (stakes: string) =>
    `Dots and bands are of ${stakes} XOF staked: with test accounts, and without draws that are not measured yet.`,
  books: 'Books',
  agree: 'Agree',
  differ: 'Differ',
  toTheFranc: 'stakes and payouts, to the franc',
  theorySays: (name: string, share: string, theory: string, place: string, band: string) =>
    `${name} returned ${share}, ${theory} in theory: ${place} (${band}).`,
  house: 'House result',
  spans: { hours: '8 hours', day: 'today', week: '7 days' },
  last: 'Period',
  houseSays: (span: string, sum: string, below: string, draws: string) =>
    `House result, ${span}: ${sum} XOF together, ${below} of ${draws} draws below zero.`,
  houseSum: (span: string, sum: string, below: string, draws: string) =>
    `${span}: ${sum} XOF · ${below} of ${draws} draws below zero`,
  net: 'House XOF',
};
