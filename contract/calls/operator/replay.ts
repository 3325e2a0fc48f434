import { get } from './answered-with-data.ts';

export const getPlayerDay = get('/operator/clients/{id}/day');
export const replayPlayer = get('/operator/clients/{id}/replay');
export const replayDraw = get('/operator/draws/{id}/replay');

/** The kinds of lines of a player’s day. */
export const playerParts = ['money', 'payment', 'draw', 'account', 'limit', 'break', 'lock', 'notice'] as const;
/** The kinds of lines of a draw’s life. */
export const drawParts = ['step', 'sales', 'stop', 'cap', 'opinion', 'payouts'] as const;
/** How finely a draw is replayed. */
export const drawSteps = ['minute', 'ticket'] as const;
