export const listOperators = { method: 'GET', path: '/operator/operators', status: 200, holds: 'data' } as const;
export const inviteOperator = { method: 'POST', path: '/operator/operators', status: 201, holds: 'data' } as const;
export const makeOperatorLink = {
  method: 'POST',
  path: '/operator/operators/{name}/link',
  status: 201,
  holds: 'data',
} as const;
export const removeOperatorPasskey = {
  method: 'POST',
  path: '/operator/operators/{name}/passkeys/{id}/remove',
  status: 200,
  holds: 'data',
} as const;
export const disableOperator = {
  method: 'POST',
  path: '/operator/operators/{name}/disable',
  status: 200,
  holds: 'data',
} as const;
