import type { TransactionKind } from '#contract/wallet.ts';

/** The statement as a file, for a spreadsheet. No field may hold a comma, a quote or a line break. */
export const statement = {
  fileName: 'izi-statement.csv',
  head: ['at', 'kind', 'wallet', 'amount', 'deposits_after', 'winnings_after', 'reference'] as readonly string[],
  kind: (kind: TransactionKind): string => kind,
  wallet: (wallet: 'dep' | 'win'): string => wallet,
};

export type Statement = typeof statement;
