export const getExposure = {
  method: 'GET',
  path: '/operator/draws/{id}/exposure',
  status: 200,
  holds: 'data',
} as const;
export const listExposures = { method: 'GET', path: '/operator/exposure', status: 200, holds: 'data' } as const;
export const getUniformity = {
  method: 'GET',
  path: '/operator/exposure/uniformity',
  status: 200,
  holds: 'data',
} as const;
