export const listRequests = { method: 'GET', path: '/operator/requests', status: 200, holds: 'data' } as const;
export const makeRequest = { method: 'POST', path: '/operator/requests', status: 202, holds: 'data' } as const;
export const tryRequest = { method: 'POST', path: '/operator/requests/trial', status: 200, holds: 'data' } as const;
export const getRequest = { method: 'GET', path: '/operator/requests/{id}', status: 200, holds: 'data' } as const;
export const decideRequest = {
  method: 'POST',
  path: '/operator/requests/{id}/decision',
  status: 200,
  holds: 'data',
} as const;
