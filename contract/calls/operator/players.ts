const client = '/operator/clients/{id}';

/** The kinds of locks. */
export const lockKinds = ['sign_in', 'play', 'withdrawals'] as const;
/** The fields that are masked for some roles, and shown one by one with a reason. */
export const unmaskedFields = ['phone', 'email', 'name', 'birth_date', 'address'] as const;
/** The kinds of limits and their periods. */
export const tightenedKinds = ['deposit', 'stake'] as const;
export const tightenedPeriods = ['day', 'week', 'month'] as const;

export const searchPlayers = { method: 'GET', path: '/operator/search', status: 200, holds: 'data' } as const;
export const listPlayers = { method: 'GET', path: '/operator/clients', status: 200, holds: 'data' } as const;
export const getPlayer = { method: 'GET', path: client, status: 200, holds: 'data' } as const;
export const unmask = { method: 'POST', path: `${client}/unmask`, status: 200, holds: 'data' } as const;
export const listPlayerTickets = { method: 'GET', path: `${client}/tickets`, status: 200, holds: 'data' } as const;
export const listPlayerStatement = { method: 'GET', path: `${client}/statement`, status: 200, holds: 'data' } as const;
export const listPlayerPayments = { method: 'GET', path: `${client}/payments`, status: 200, holds: 'data' } as const;
export const getPlayerBalance = { method: 'GET', path: `${client}/balance`, status: 200, holds: 'data' } as const;
export const getPlayerLimits = { method: 'GET', path: `${client}/limits`, status: 200, holds: 'data' } as const;
export const getPlayerSessions = { method: 'GET', path: `${client}/sessions`, status: 200, holds: 'data' } as const;
export const getPlayerIdentity = { method: 'GET', path: `${client}/identity`, status: 200, holds: 'data' } as const;
export const listPlayerNotes = { method: 'GET', path: `${client}/notes`, status: 200, holds: 'data' } as const;
export const listPlayerLooks = { method: 'GET', path: `${client}/looks`, status: 200, holds: 'data' } as const;

export const writeNote = { method: 'POST', path: `${client}/notes`, status: 201, holds: 'data' } as const;
export const openNote = { method: 'POST', path: '/operator/notes/{id}/open', status: 200, holds: 'data' } as const;
export const endClientSessions = {
  method: 'POST',
  path: `${client}/end-sessions`,
  status: 200,
  holds: 'data',
} as const;
export const tightenLimit = { method: 'POST', path: `${client}/tighten-limit`, status: 200, holds: 'data' } as const;
export const startBreak = { method: 'POST', path: `${client}/start-break`, status: 200, holds: 'data' } as const;
export const lockClient = { method: 'POST', path: `${client}/lock`, status: 200, holds: 'data' } as const;
export const markTest = { method: 'POST', path: `${client}/mark-test`, status: 200, holds: 'data' } as const;

export const listMayNotPlay = { method: 'GET', path: '/operator/may-not-play', status: 200, holds: 'data' } as const;
export const forbidPlay = { method: 'POST', path: '/operator/may-not-play', status: 201, holds: 'data' } as const;
