export const getDoor = { method: 'GET', path: '/operator/sign-in', status: 200, holds: 'data' } as const;
export const askToSignIn = {
  method: 'POST',
  path: '/operator/sign-in/passkey/options',
  status: 200,
  holds: 'data',
} as const;
export const signInWithPasskey = {
  method: 'POST',
  path: '/operator/sign-in/passkey',
  status: 200,
  holds: 'data',
} as const;
export const signInWithPassword = {
  method: 'POST',
  path: '/operator/sign-in/password',
  status: 200,
  holds: 'data',
} as const;
export const signInWithLink = { method: 'POST', path: '/operator/sign-in/link', status: 200, holds: 'data' } as const;
/** In a demonstration alone. */
export const signInToDemo = { method: 'POST', path: '/operator/demo', status: 200, holds: 'data' } as const;

export const getOperator = { method: 'GET', path: '/operator/me', status: 200, holds: 'data' } as const;
export const signOut = { method: 'POST', path: '/operator/sign-out', status: 204 } as const;
export const listSessions = { method: 'GET', path: '/operator/sessions', status: 200, holds: 'data' } as const;
export const endSession = { method: 'DELETE', path: '/operator/sessions/{id}', status: 200, holds: 'data' } as const;
export const getOperatorApi = { method: 'GET', path: '/operator/openapi.json', status: 200, holds: 'openapi' } as const;

export const getWays = { method: 'GET', path: '/operator/passkeys', status: 200, holds: 'data' } as const;
export const beginPasskey = { method: 'POST', path: '/operator/passkeys/options', status: 200, holds: 'data' } as const;
export const addPasskey = { method: 'POST', path: '/operator/passkeys', status: 201, holds: 'data' } as const;
export const setPassword = { method: 'POST', path: '/operator/password', status: 201, holds: 'data' } as const;
export const confirmPassword = {
  method: 'POST',
  path: '/operator/password/confirm',
  status: 200,
  holds: 'data',
} as const;
