import { get, post } from './answered-with-data.ts';

const statements = '/operator/statements';
const differences = '/operator/statement-differences';

/** How a file travels: in pieces of so many bytes, the last one shorter. */
export const pieceBytes = 1_000_000;
export const mostStatementBytes = 50_000_000;

/** The possible meanings of a file's columns. Only the first two are needed, and one of the two references. */
export const statementColumns = [
  'at',
  'amount',
  'ourRef',
  'theirRef',
  'kind',
  'fee',
  'currency',
  'status',
  'balance',
  'phone',
] as const;

export const statementStates = ['uploading', 'reading', 'comparing', 'compared', 'refused'] as const;

export const differenceKinds = [
  'only_there',
  'only_here',
  'amount',
  'status',
  'kind',
  'currency',
  'twice',
  'account',
  'fee',
  'given_back',
  'balance',
] as const;
export const differenceStates = ['open', 'agrees', 'closed'] as const;

/** The reason why a file was refused: the fault of a line, or of the file as a whole. */
export const statementFailures = [
  'altered',
  'not_utf8',
  'no_head',
  'no_column',
  'no_lines',
  'too_many_lines',
  'too_long',
  'quotes',
  'cells',
  'time',
  'other_day',
  'amount',
  'fee',
  'balance',
  'currency',
  'no_reference',
  'reference',
] as const;

export const listStatements = get(statements);
export const getStatementAccounts = get(`${statements}/accounts`);
export const beginStatement = post(statements);
export const putStatementPiece = {
  method: 'PUT',
  path: `${statements}/{id}/pieces/{number}`,
  status: 200,
  holds: 'data',
} as const;
export const listStatementDifferences = get(differences);
export const getStatementDifference = get(`${differences}/{id}`);
export const closeStatementDifference = post(`${differences}/{id}/close`);
export const matchStatementLine = post(`${differences}/{id}/match`);
