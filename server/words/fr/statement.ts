import type { TransactionKind } from '#contract/wallet.ts';
import type { Statement } from '#server/words/en/statement.ts';

const kinds: Readonly<Record<TransactionKind, string>> = {
  deposit: 'dépôt',
  bet: 'mise',
  payout: 'gain',
  refund: 'mise remboursée',
  withdrawal: 'retrait',
  withdrawal_returned: 'retrait rendu',
  chargeback: 'dépôt repris',
  chargeback_repaid: 'somme due remboursée',
  adjustment: 'ajustement',
};

export const statement: Statement = {
  fileName: 'izi-releve.csv',
  head: ['date', 'opération', 'portefeuille', 'montant', 'dépôts_après', 'gains_après', 'référence'],
  kind: (kind) => kinds[kind],
  wallet: (wallet) => (wallet === 'dep' ? 'dépôts' : 'gains'),
};
