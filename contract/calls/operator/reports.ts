export const listReports = { method: 'GET', path: '/operator/reports', status: 200, holds: 'data' } as const;
export const getReport = { method: 'GET', path: '/operator/reports/{kind}', status: 200, holds: 'data' } as const;
/** Resolves to a file: see `mediaTypes` in the contract. */
export const exportReport = { method: 'GET', path: '/operator/reports/{kind}/export', status: 200 } as const;
