import { get } from './answered-with-data.ts';

const client = '/operator/clients/{id}';

export const getPlayerWallets = get(`${client}/wallets`);
export const explainPlayerWallet = get(`${client}/explanation`);
