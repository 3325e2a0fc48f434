import { get } from './answered-with-data.ts';

export const listReports = get('/operator/reports');
export const getReport = get('/operator/reports/{kind}');
