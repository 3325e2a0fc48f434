export const deposit = { method: 'POST', path: '/clients/deposit', status: 201, holds: 'data' } as const;
export const withdraw = { method: 'POST', path: '/clients/withdraw', status: 202, holds: 'data' } as const;
export const getPayment = {
  method: 'GET',
  path: '/clients/payments/{id}',
  status: 200,
  holds: 'data',
  family: 'balance',
} as const;
export const listPayments = {
  method: 'GET',
  path: '/clients/payments',
  status: 200,
  holds: 'data',
  family: 'balance',
} as const;
export const getPayouts = {
  method: 'GET',
  path: '/clients/payouts',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const listPaymentMethods = {
  method: 'GET',
  path: '/payments/methods',
  status: 200,
  holds: 'data',
} as const;
export const receiveWebhook = { method: 'POST', path: '/payments/{provider}/webhook', status: 200 } as const;
