import { get } from './answered-with-data.ts';

export const getSettings = get('/operator/settings');
