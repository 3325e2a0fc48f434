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
/** After how many minutes of play a reality check comes. */
export const realityCheckMinutes = [15, 30, 60, 120] as const;
export const getRealityCheck = {
  method: 'GET',
  path: '/clients/reality-check',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const setRealityCheck = { method: 'PUT', path: '/clients/reality-check', status: 200, holds: 'data' } as const;
export const takeBreak = { method: 'POST', path: '/clients/breaks', status: 201, holds: 'data' } as const;
