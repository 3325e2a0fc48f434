export const placeBets = { method: 'POST', path: '/bets', status: 201, holds: 'data' } as const;
export const listBets = { method: 'GET', path: '/bets', status: 200, holds: 'data', family: 'bets' } as const;
export const sumBets = { method: 'GET', path: '/bets/by-draw', status: 200, holds: 'data', family: 'bets' } as const;
export const getBet = { method: 'GET', path: '/bets/{id}', status: 200, holds: 'data', family: 'bets' } as const;
export const getReceipt = {
  method: 'GET',
  path: '/bets/{id}/receipt',
  status: 200,
  holds: 'ticket',
  family: 'bets',
} as const;

/** The most draws whose sums one call gives. */
export const mostDrawsSummed = 100;
