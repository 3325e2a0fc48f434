export const getOperator = { method: 'GET', path: '/operator/me', status: 200, holds: 'data' } as const;
export const listIdentityChecks = {
  method: 'GET',
  path: '/operator/identity-checks',
  status: 200,
  holds: 'data',
} as const;
export const getIdentityCheck = {
  method: 'GET',
  path: '/operator/identity-checks/{id}',
  status: 200,
  holds: 'data',
} as const;
/** Resolves to a file: see `mediaTypes` in the contract. */
export const getIdentityImage = { method: 'GET', path: '/operator/identity-checks/{id}/{side}', status: 200 } as const;
export const decideIdentityCheck = {
  method: 'POST',
  path: '/operator/identity-checks/{id}/decision',
  status: 200,
  holds: 'data',
} as const;
export const endClientSessions = {
  method: 'POST',
  path: '/operator/clients/{id}/end-sessions',
  status: 200,
  holds: 'data',
} as const;
export const askForReset = {
  method: 'POST',
  path: '/operator/clients/{id}/start-reset',
  status: 202,
  holds: 'data',
} as const;
export const askToLiftUndo = {
  method: 'POST',
  path: '/operator/clients/{id}/lift-undo',
  status: 202,
  holds: 'data',
} as const;
export const askToClearMatch = {
  method: 'POST',
  path: '/operator/clients/{id}/clear-match',
  status: 202,
  holds: 'data',
} as const;
export const listRequests = { method: 'GET', path: '/operator/requests', status: 200, holds: 'data' } as const;
export const decideRequest = {
  method: 'POST',
  path: '/operator/requests/{id}/decision',
  status: 200,
  holds: 'data',
} as const;
