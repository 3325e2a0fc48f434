import { get, post } from './answered-with-data.ts';

export const listRequests = get('/operator/requests');
export const makeRequest = post('/operator/requests', 202);
export const tryRequest = post('/operator/requests/trial');
export const getRequest = get('/operator/requests/{id}');
export const decideRequest = post('/operator/requests/{id}/decision');
