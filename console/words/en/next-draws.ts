export const words = {
  title: (draws: number) => (draws === 1 ? 'Worst case, next draw' : `Worst case, next ${draws} draws`),
  says: (draws: number, sum: string) => `The worst case of the next ${draws} draws on sale; added up: ${sum}`,
  addedUp: 'added up',
  all: (known: number, draws: number) => (known === draws ? 'all:' : `${known} of ${draws}:`),
  ofReserve: (share: string) => `${share} of the reserve`,
  notComputed: 'not computed yet',
  reserve: (francs: string) => `reserve ${francs}`,
  cap: (francs: string) => `cap of one draw ${francs}`,
  columns: {
    closes: 'Closes in',
    worst: 'Worst case',
    cap: 'Of the cap',
    reserve: 'Of the reserve',
    addedUp: 'Added up',
  },
};
