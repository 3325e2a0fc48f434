/** Words of the tickets that a client keeps to play again. */
export const words = {
  title: 'Favourites',
  favourites: 'Favourites',
  load: (label: string) => `Play ${label}`,
  keep: 'Keep this ticket',
  complete: 'Choose its numbers and amount first, then keep it here.',
  label: 'Name',
  save: 'Keep it',
  kept: 'Kept.',
  labelWanted: 'Give it a name.',
  full: (most: number) => `${most} are kept. Remove one to keep another.`,
  mine: 'Kept tickets',
  empty: 'No favourites yet',
  emptyText: 'Keep a ticket, and it is one tap away the next time.',
  remove: (label: string) => `Remove ${label}`,
  play: 'Play it',
  playOf: (label: string) => `Play it: ${label}`,
};
