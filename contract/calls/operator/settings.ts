export const getSettings = { method: 'GET', path: '/operator/settings', status: 200, holds: 'data' } as const;
