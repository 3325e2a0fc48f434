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
