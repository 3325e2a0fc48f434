import { get } from './answered-with-data.ts';

export const listAudit = get('/operator/audit');
export const getAuditHead = get('/operator/audit/head');
export const getAuditLine = get('/operator/audit/{number}');
export const listViews = get('/operator/views');
