const client = '/operator/clients/{id}';

export const getPlayerWallets = { method: 'GET', path: `${client}/wallets`, status: 200, holds: 'data' } as const;
export const explainPlayerWallet = {
  method: 'GET',
  path: `${client}/explanation`,
  status: 200,
  holds: 'data',
} as const;
