export const transactionKinds = [
  'deposit',
  'bet',
  'payout',
  'refund',
  'withdrawal',
  'withdrawal_returned',
  'chargeback',
  'chargeback_repaid',
  'adjustment',
] as const;

export const getBalance = {
  method: 'GET',
  path: '/clients/balance',
  status: 200,
  holds: 'data',
  family: 'balance',
} as const;
export const listTransactions = {
  method: 'GET',
  path: '/clients/transactions',
  status: 200,
  holds: 'data',
  family: 'balance',
} as const;
export const sumTransactions = {
  method: 'GET',
  path: '/clients/transactions/sums',
  status: 200,
  holds: 'data',
  family: 'balance',
} as const;
