/** How long a break lasts: 24 hours, 7 days, a month; an exclusion 6 months. */
export const breakKinds = ['day', 'week', 'month', 'exclusion'] as const;

export const getPlayLimits = {
  method: 'GET',
  path: '/clients/limits',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const setPlayLimits = { method: 'PUT', path: '/clients/limits', status: 200, holds: 'data' } as const;
export const takeBreak = { method: 'POST', path: '/clients/breaks', status: 201, holds: 'data' } as const;
