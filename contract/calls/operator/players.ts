import { get, post } from './answered-with-data.ts';

const client = '/operator/clients/{id}';

/** The kinds of locks. */
export const lockKinds = ['sign_in', 'play', 'withdrawals'] as const;
/** The fields that are masked for some roles, and shown one by one with a reason. */
export const unmaskedFields = ['phone', 'email', 'name', 'birth_date', 'address'] as const;
/** The kinds of limits and their periods. */
export const tightenedKinds = ['deposit', 'stake'] as const;
export const tightenedPeriods = ['day', 'week', 'month'] as const;

export const searchPlayers = get('/operator/search');
export const listPlayers = get('/operator/clients');
export const getPlayer = get(client);
export const unmask = post(`${client}/unmask`);
export const listPlayerTickets = get(`${client}/tickets`);
export const listPlayerStatement = get(`${client}/statement`);
export const listPlayerPayments = get(`${client}/payments`);
export const getPlayerBalance = get(`${client}/balance`);
export const getPlayerLimits = get(`${client}/limits`);
export const getPlayerSessions = get(`${client}/sessions`);
export const getPlayerIdentity = get(`${client}/identity`);
export const listPlayerNotes = get(`${client}/notes`);
export const listPlayerLooks = get(`${client}/looks`);

export const writeNote = post(`${client}/notes`, 201);
export const openNote = post('/operator/notes/{id}/open');
export const endClientSessions = post(`${client}/end-sessions`);
export const tightenLimit = post(`${client}/tighten-limit`);
export const startBreak = post(`${client}/start-break`);
export const lockClient = post(`${client}/lock`);
export const markTest = post(`${client}/mark-test`);

export const listMayNotPlay = get('/operator/may-not-play');
export const forbidPlay = post('/operator/may-not-play', 201);
