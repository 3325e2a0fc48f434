export const listReports = { method: 'GET', path: '/operator/reports', status: 200, holds: 'data' } as const;
export const getReport = { method: 'GET', path: '/operator/reports/{kind}', status: 200, holds: 'data' } as const;
