export const getOperator = { method: 'GET', path: '/operator/me', status: 200, holds: 'data' } as const;
