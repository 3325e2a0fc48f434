export const listRequests = { method: 'GET', path: '/operator/requests', status: 200, holds: 'data' } as const;
export const getRequest = { method: 'GET', path: '/operator/requests/{id}', status: 200, holds: 'data' } as const;
export const decideRequest = {
  method: 'POST',
  path: '/operator/requests/{id}/decision',
  status: 200,
  holds: 'data',
} as const;
