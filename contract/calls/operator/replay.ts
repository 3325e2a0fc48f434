export const getPlayerDay = { method: 'GET', path: '/operator/clients/{id}/day', status: 200, holds: 'data' } as const;
export const replayPlayer = {
  method: 'GET',
  path: '/operator/clients/{id}/replay',
  status: 200,
  holds: 'data',
} as const;
export const replayDraw = { method: 'GET', path: '/operator/draws/{id}/replay', status: 200, holds: 'data' } as const;

/** The kinds of lines of a player’s day. */
export const playerParts = ['money', 'payment', 'draw', 'account', 'limit', 'break', 'lock', 'notice'] as const;
/** The kinds of lines of a draw’s life. */
export const drawParts = ['step', 'sales', 'stop', 'cap', 'opinion', 'payouts'] as const;
/** How finely a draw is replayed. */
export const drawSteps = ['minute', 'ticket'] as const;
