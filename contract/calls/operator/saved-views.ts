import { get, post } from './answered-with-data.ts';

export const listSavedViews = get('/operator/saved-views');
export const saveView = post('/operator/saved-views', 201);
export const removeView = { method: 'DELETE', path: '/operator/saved-views/{id}', status: 200, holds: 'data' } as const;
