/** Words of the charts of reports and of draws. */
export const words = {
  aDay: 'Stakes and GGR a day',
  aDaySays: (days: string, stakes: string, ggr: string) =>
    `Stakes and GGR of ${days} days or months: ${stakes} XOF were staked, GGR was ${ggr} XOF.`,
  from: 'From',
  stakes: 'Stakes',
  ggr: 'GGR, in them',
  theory: 'Return against theory',
  period: 'this period',
  byRules: 'Theory',
  betType: 'Bet type',
  theorySays: (name: string, share: string, theory: string) => `${name} returned ${share}, ${theory} in theory.`,
  house: 'House result per draw',
  houseSays: (draws: string, sum: string, below: string) =>
    `House result of the last ${draws} draws: ${sum} XOF together, ${below} draws below zero.`,
  houseSum: (draws: string, sum: string, below: string) => `last ${draws} draws: ${sum} XOF · ${below} below zero`,
  draw: 'Draw',
  net: 'House XOF',
};
