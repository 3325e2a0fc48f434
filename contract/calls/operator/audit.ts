export const listAudit = { method: 'GET', path: '/operator/audit', status: 200, holds: 'data' } as const;
export const getAuditHead = { method: 'GET', path: '/operator/audit/head', status: 200, holds: 'data' } as const;
export const getAuditLine = { method: 'GET', path: '/operator/audit/{number}', status: 200, holds: 'data' } as const;
export const listViews = { method: 'GET', path: '/operator/views', status: 200, holds: 'data' } as const;
