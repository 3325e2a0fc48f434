export const words = {
  title: 'Your basket',
  /** @param draws the times of their draws */
  holds: (count: number, draws: readonly string[]): string =>
    `${count === 1 ? '1 ticket' : `${count} tickets`}, ${draws.length === 1 ? `draw ${draws[0]}` : `${draws.length} draws`}`,
  numbers: 'Numbers',
  bet: (name: string, draws: number) => (draws === 1 ? name : `${name}, ${draws} draws`),
  /** The most that a bet can pay; `isUpTo` where it may pay less, `isSeries` for one of several draws. */
  pays: (amount: string, isUpTo: boolean, isSeries: boolean): string =>
    isUpTo ? `up to ${amount}` : `${isSeries ? 'each pays' : 'pays'} ${amount}`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed.`,
  undo: 'Undo',
  more: (count: number) => `and ${count} more`,
  stopped: 'Not on sale at the moment',
  closed: (closed: number, draws: number) =>
    closed === draws ? 'Sales have closed' : `${closed} of ${draws} have closed`,
  /** Tickets that have followed the next draw to these times. */
  movedTo: (times: readonly string[], count: number): string =>
    times.length > 2 ? `${count} moved, from ${times[0]} on` : `moved to ${times.join(', ')}`,
  total: 'Total',
  checkout: 'Checkout',
  empty: 'Nothing in it yet',
  emptyText: 'Tickets you add wait here. Nothing is paid before Checkout.',
};
