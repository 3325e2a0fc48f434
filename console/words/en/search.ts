export const words = {
  title: 'Search',
  nothing: (text: string) => `No results for “${text}”`,
  how: 'Phones and names are found from their beginning, ids from 4 letters, a draw by its time (1835), a request by its number (R-12). A serial alone is found for an hour; after that put the player’s phone before it.',
  kinds: { client: 'Player', payment: 'Payment', ticket: 'Ticket', draw: 'Draw', request: 'Request' },
  keys: 'Enter opens',
};
