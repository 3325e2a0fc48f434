export const listSecurityEvents = {
  method: 'GET',
  path: '/clients/security-events',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
