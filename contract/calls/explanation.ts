export const wallets = ['dep', 'win'] as const;

export const explainBalance = {
  method: 'GET',
  path: '/clients/balance/explanation',
  status: 200,
  holds: 'data',
  family: 'balance',
} as const;
