import { get, post } from './answered-with-data.ts';

export const getDoor = get('/operator/sign-in');
export const askToSignIn = post('/operator/sign-in/passkey/options');
export const signInWithPasskey = post('/operator/sign-in/passkey');
export const signInWithPassword = post('/operator/sign-in/password');
export const signInWithLink = post('/operator/sign-in/link');
/** In a demonstration alone. */
export const signInToDemo = post('/operator/demo');

export const getOperator = get('/operator/me');
export const signOut = { method: 'POST', path: '/operator/sign-out', status: 204 } as const;
export const listSessions = get('/operator/sessions');
export const endSession = { method: 'DELETE', path: '/operator/sessions/{id}', status: 200, holds: 'data' } as const;
export const getOperatorApi = { method: 'GET', path: '/operator/openapi.json', status: 200, holds: 'openapi' } as const;

export const getWays = get('/operator/passkeys');
export const beginPasskey = post('/operator/passkeys/options');
export const addPasskey = post('/operator/passkeys', 201);
export const setPassword = post('/operator/password', 201);
export const confirmPassword = post('/operator/password/confirm');
