export const getOverview = { method: 'GET', path: '/operator/overview', status: 200, holds: 'data' } as const;
export const countWaiting = { method: 'GET', path: '/operator/waiting', status: 200, holds: 'data' } as const;
export const listAlarms = { method: 'GET', path: '/operator/alarms', status: 200, holds: 'data' } as const;
export const getBusiness = { method: 'GET', path: '/operator/business', status: 200, holds: 'data' } as const;
export const listInbox = { method: 'GET', path: '/operator/inbox', status: 200, holds: 'data' } as const;
export const takeItem = {
  method: 'POST',
  path: '/operator/inbox/{what}/{id}/take',
  status: 200,
  holds: 'data',
} as const;
