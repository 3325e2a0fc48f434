export const askForPasskey = {
  method: 'POST',
  path: '/clients/auth/passkey/options',
  status: 200,
  holds: 'data',
} as const;
export const signInWithPasskey = {
  method: 'POST',
  path: '/clients/auth/passkey',
  status: 200,
  holds: 'jwt',
} as const;
export const beginPasskey = { method: 'POST', path: '/clients/passkeys/options', status: 200, holds: 'data' } as const;
export const addPasskey = { method: 'POST', path: '/clients/passkeys', status: 201, holds: 'data' } as const;
export const renamePasskey = { method: 'PUT', path: '/clients/passkeys/{id}', status: 200, holds: 'data' } as const;
export const removePasskey = { method: 'DELETE', path: '/clients/passkeys/{id}', status: 204 } as const;
