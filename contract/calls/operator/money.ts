export const getBooks = { method: 'GET', path: '/operator/money/books', status: 200, holds: 'data' } as const;
export const getAccounts = { method: 'GET', path: '/operator/money/accounts', status: 200, holds: 'data' } as const;
export const listMovements = { method: 'GET', path: '/operator/money/movements', status: 200, holds: 'data' } as const;
export const listPostings = { method: 'GET', path: '/operator/money/postings', status: 200, holds: 'data' } as const;
export const listMismatches = {
  method: 'GET',
  path: '/operator/money/mismatches',
  status: 200,
  holds: 'data',
} as const;
export const listFigures = { method: 'GET', path: '/operator/money/figures', status: 200, holds: 'data' } as const;
export const listFigureDraws = {
  method: 'GET',
  path: '/operator/money/figures/draws',
  status: 200,
  holds: 'data',
} as const;
export const listBankFigures = {
  method: 'GET',
  path: '/operator/money/bank-figures',
  status: 200,
  holds: 'data',
} as const;
export const typeBankFigure = {
  method: 'POST',
  path: '/operator/money/bank-figures',
  status: 201,
  holds: 'data',
} as const;
export const stopWithdrawals = {
  method: 'POST',
  path: '/operator/money/stop-withdrawals',
  status: 200,
  holds: 'data',
} as const;
export const wantFullPass = { method: 'POST', path: '/operator/money/full-pass', status: 202, holds: 'data' } as const;
