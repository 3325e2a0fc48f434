/** Resolves to a file: see `mediaTypes` in the contract. */
export const exportData = { method: 'POST', path: '/clients/export', status: 200 } as const;
export const getClosing = {
  method: 'GET',
  path: '/clients/closing',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const beginClosing = { method: 'POST', path: '/clients/closing', status: 202, holds: 'data' } as const;
export const takeBackClosing = { method: 'DELETE', path: '/clients/closing', status: 204 } as const;
