export const words = {
  title: 'Search',
  nothing: (text: string) => `No results for “${text}”`,
  how: 'Phones are found from their beginning or by their last 4 digits, names from their beginning, ids from 4 letters, a draw by its time (1835), a request by its number (R-12). A serial alone is found for an hour; after that put the player’s phone before it.',
  kinds: { client: 'Player', payment: 'Payment', ticket: 'Ticket', draw: 'Draw', request: 'Request', screen: 'Go to' },
  payments: { deposit: 'Deposit', withdrawal: 'Withdrawal' },
  drawOf: (clock: string) => `draw of ${clock}`,
  placeOf: (place: string, tab: string) => `${place} / ${tab}`,
  opens: 'opens',
  opensBeside: 'opens in a tab beside',
};
