import { get, post } from './answered-with-data.ts';

export const getOverview = get('/operator/overview');
export const countWaiting = get('/operator/waiting');
export const listAlarms = get('/operator/alarms');
export const getBusiness = get('/operator/business');
export const listInbox = get('/operator/inbox');
export const takeItem = post('/operator/inbox/{what}/{id}/take');
