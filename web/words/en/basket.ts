export const words = {
  title: 'Your basket',
  numbers: 'Numbers',
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed.`,
  undo: 'Undo',
  more: (count: number) => `and ${count} more`,
  stopped: 'Not on sale at the moment',
  closed: 'Sales have closed',
  total: 'Total',
  checkout: 'Checkout',
  empty: 'Your basket is empty',
  emptyText: 'Pick a bet, fill in your numbers and add it. It waits here until you pay.',
};
