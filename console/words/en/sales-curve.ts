/** `usual`: the mean of the draws of the same time in the four weeks before; `range`: from the least to the most of them. */
export const words = {
  title: 'Stakes so far',
  titleOver: 'Stakes until the close',
  line: 'this draw',
  usual: (weekday: string) => `usual ${weekday}`,
  range: 'their range',
  against: (growth: string, weekday: string) => `${growth} on the usual ${weekday}`,
};
