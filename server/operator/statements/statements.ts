import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/statements.ts';
import { pieceBytes } from '#contract/calls/operator/statements.ts';
import { readCursor } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { readAll, readFound, readOne, readPage } from '#server/operator/access/reads.ts';
import { makeStatementKey, openStatementKey, sealPiece } from '#server/statements/statement-keys.ts';
import type { OperatorWords } from '#server/words/en/operators.ts';

type Uploading = AnswerOf<typeof contract.beginStatement>['data'];

/** Why an act is refused, by the name of its sentence. */
type InTheWay = keyof OperatorWords['statement'];

const refuseBecause = (why: InTheWay) =>
  new Refusal('conflict', { detail: ({ operators: says }) => says.statement[why] });

const cursorOf = (cursor: string | undefined) => readCursor(cursor, /^\d{1,15}$/);

/** The cursor is the number of the last statement that was seen. */
export function listStatements(
  operators: Operators,
  { session }: Operator,
  { account, cursor, limit }: RequestOf<typeof contract.listStatements>['query'],
): Promise<AnswerOf<typeof contract.listStatements>> {
  return readPage(operators, 'console.list_statements', [session, account ?? null, cursorOf(cursor)], limit);
}

export function readAccounts(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.getStatementAccounts>['data']> {
  return readAll(operators, 'console.statement_accounts', [session]);
}

/** @throws Refusal conflict for an account without payments, and for days that are not over */
export async function beginStatement(
  operators: Operators,
  { session }: Operator,
  { account, fileName, sha256, bytes, from, until, layout }: RequestOf<typeof contract.beginStatement>['body'],
): Promise<Uploading> {
  if (from > until) throw refuseBecause('order');
  const afterLast = new Date(Date.parse(`${until}T00:00:00${layout.offset}`) + 24 * 60 * 60 * 1_000);
  const begun = await actAs(operators, async (tx) => {
    const [row] = await tx.query<{ begun: Uploading | { readonly refused: 'no_account' | 'not_over' } }>(
      'select console.begin_statement($1, $2, $3, $4, $5, $6, $7, $8, $9) as begun',
      [
        session,
        account,
        fileName,
        Buffer.from(sha256, 'hex'),
        bytes,
        JSON.stringify(layout),
        `${from}T00:00:00${layout.offset}`,
        afterLast,
        makeStatementKey(operators.documents),
      ],
    );
    return row!.begun;
  });
  if ('refused' in begun) throw refuseBecause(begun.refused);
  return begun;
}

/** Seals and keeps a piece. @throws Refusal not_found; conflict where it does not follow the pieces that are here */
export async function putPiece(
  operators: Operators,
  { session }: Operator,
  { id, number }: RequestOf<typeof contract.putStatementPiece>['params'],
  piece: Buffer,
): Promise<Uploading> {
  const key = await readOne<Buffer | null>(operators, 'console.statement_key', [session, id]);
  const sealed = key && sealPiece(openStatementKey(operators.documents, key), piece, id, number);
  const values = [session, id, number, pieceBytes, piece.length, sealed];
  const kept = await actAs(operators, async (tx) => {
    const [row] = await tx.query<{ kept: Uploading | { readonly refused: true } | null }>(
      'select console.put_statement_piece($1, $2, $3, $4, $5, $6) as kept',
      values,
    );
    return row!.kept;
  });
  if (kept === null) throw new Refusal('not_found');
  if ('refused' in kept) throw refuseBecause('piece');
  return kept;
}

/** The cursor is the number of the last difference that was seen. */
export function listDifferences(
  operators: Operators,
  { session }: Operator,
  { account, statement, kind, state, cursor, limit }: RequestOf<typeof contract.listStatementDifferences>['query'],
): Promise<AnswerOf<typeof contract.listStatementDifferences>> {
  const values = [session, account ?? null, statement ?? null, kind ?? null, state ?? null, cursorOf(cursor)];
  return readPage(operators, 'console.list_statement_differences', values, limit);
}

/** @throws Refusal not_found */
export function readDifference(
  operators: Operators,
  { session }: Operator,
  id: number,
): Promise<AnswerOf<typeof contract.getStatementDifference>['data']> {
  return readFound(operators, 'console.statement_difference', [session, id]);
}

/** Does one act by a function of the database that answers with a word. @throws Refusal not_found, conflict */
function act<W extends string>(
  operators: Operators,
  sql: string,
  values: readonly unknown[],
  done: W,
): Promise<Acted<{ readonly outcome: W }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ outcome: W | 'not_there' | InTheWay }>(`select ${sql} as outcome`, [...values]);
    const { outcome } = row!;
    if (outcome === done) return { outcome: done };
    if (outcome === 'not_there') throw new Refusal('not_found');
    throw refuseBecause(outcome as InTheWay);
  });
}

/** Closes a difference with a note. @throws Refusal not_found; conflict where somebody has closed it */
export function closeDifference(operators: Operators, { session }: Operator, id: number, reason: string) {
  return act(operators, 'console.close_statement_difference($1, $2, $3)', [session, id, reason], 'closed');
}

/** Says which payment a line is about. @throws Refusal not_found; conflict where either is matched already, or is of another account */
export function matchLine(operators: Operators, { session }: Operator, id: number, payment: string) {
  return act(operators, 'console.match_statement_line($1, $2, $3)', [session, id, payment], 'matched');
}
