export const words = {
  title: 'Your basket',
  numbers: 'Numbers',
  bet: (name: string, draws: number) => (draws === 1 ? name : `${name}, ${draws} draws`),
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
  empty: 'Your basket is empty',
  emptyText: 'Pick a bet, fill in your numbers and add it. It waits here until you pay.',
};
