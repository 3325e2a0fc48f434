export const getIdentity = {
  method: 'GET',
  path: '/clients/identity',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const startIdentity = { method: 'POST', path: '/clients/identity', status: 201, holds: 'data' } as const;
export const sendIdentityImage = { method: 'PUT', path: '/clients/identity/{id}/{side}', status: 204 } as const;
export const submitIdentity = { method: 'POST', path: '/clients/identity/{id}/submit', status: 202 } as const;
