export const getOverview = { method: 'GET', path: '/operator/overview', status: 200, holds: 'data' } as const;
export const listAlarms = { method: 'GET', path: '/operator/alarms', status: 200, holds: 'data' } as const;
export const takeAlarm = { method: 'POST', path: '/operator/alarms/{id}/take', status: 200, holds: 'data' } as const;
