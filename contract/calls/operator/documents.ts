import { get, post } from './answered-with-data.ts';

export const listIdentityChecks = get('/operator/identity-checks');
export const getIdentityCheck = get('/operator/identity-checks/{id}');
/** Resolves to a file: see `mediaTypes` in the contract. */
export const getIdentityImage = { method: 'GET', path: '/operator/identity-checks/{id}/{side}', status: 200 } as const;
export const decideIdentityCheck = post('/operator/identity-checks/{id}/decision');
