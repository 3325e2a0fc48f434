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
