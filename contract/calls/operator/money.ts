import { get, post } from './answered-with-data.ts';

export const getBooks = get('/operator/money/books');
export const getAccounts = get('/operator/money/accounts');
export const listMovements = get('/operator/money/movements');
export const listPostings = get('/operator/money/postings');
export const listMismatches = get('/operator/money/mismatches');
export const listFigures = get('/operator/money/figures');
export const listFigureDraws = get('/operator/money/figures/draws');
export const listBankFigures = get('/operator/money/bank-figures');
export const typeBankFigure = post('/operator/money/bank-figures', 201);
export const stopWithdrawals = post('/operator/money/stop-withdrawals');
export const wantFullPass = post('/operator/money/full-pass', 202);
