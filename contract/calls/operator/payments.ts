export const listOperatorPayments = { method: 'GET', path: '/operator/payments', status: 200, holds: 'data' } as const;
export const sumOperatorPayments = {
  method: 'GET',
  path: '/operator/payments/sums',
  status: 200,
  holds: 'data',
} as const;
export const listNetworks = { method: 'GET', path: '/operator/payments/networks', status: 200, holds: 'data' } as const;
export const getPaymentRoutes = {
  method: 'GET',
  path: '/operator/payments/routes',
  status: 200,
  holds: 'data',
} as const;
export const stopPayments = { method: 'POST', path: '/operator/payments/stops', status: 201, holds: 'data' } as const;
export const countOperatorPayments = {
  method: 'GET',
  path: '/operator/payments/counts',
  status: 200,
  holds: 'data',
} as const;
export const getOperatorPayment = {
  method: 'GET',
  path: '/operator/payments/{id}',
  status: 200,
  holds: 'data',
} as const;
export const askProvider = {
  method: 'POST',
  path: '/operator/payments/{id}/ask-provider',
  status: 202,
  holds: 'data',
} as const;
export const releaseWithdrawal = {
  method: 'POST',
  path: '/operator/payments/{id}/release',
  status: 200,
  holds: 'data',
} as const;
export const refuseWithdrawal = {
  method: 'POST',
  path: '/operator/payments/{id}/refuse',
  status: 200,
  holds: 'data',
} as const;
export const listAdjustments = { method: 'GET', path: '/operator/adjustments', status: 200, holds: 'data' } as const;
export const noteOwnAccount = {
  method: 'POST',
  path: '/operator/clients/{id}/own-account',
  status: 200,
  holds: 'data',
} as const;
