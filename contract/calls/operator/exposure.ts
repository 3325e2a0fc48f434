import { get } from './answered-with-data.ts';

export const getExposure = get('/operator/draws/{id}/exposure');
export const listExposures = get('/operator/exposure');
export const getUniformity = get('/operator/exposure/uniformity');
