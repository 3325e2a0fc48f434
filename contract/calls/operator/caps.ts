import { get, post } from './answered-with-data.ts';

export const readCaps = get('/operator/caps');
export const lowerCap = post('/operator/caps', 201);
