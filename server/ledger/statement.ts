import { transactionKinds } from '#contract/calls/wallet.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type { listTransactions, Transaction, TransactionKind } from '#contract/wallet.ts';
import type { Queryable } from '#database/connect.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { numberStrings } from '#domain/result.ts';
import { csvLine } from '#server/http/csv.ts';
import { defaultLimit, numberCursor, readCursor, toPage } from '#server/http/paging.ts';
import type { Statement } from '#server/words/en/statement.ts';
import { statementIn, type Language } from '#server/words/languages.ts';

type StatementQuery = RequestOf<typeof listTransactions>['query'];

interface StatementRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: TransactionKind;
  readonly wallet: 'dep' | 'win';
  readonly amount: number;
  readonly dep_after: Francs;
  readonly win_after: Francs;
  readonly reference: string;
}

/**
 * A client's ($1) postings that changed a wallet, with the sign and the wallet they changed. When a withdrawal is paid out of
 * the held account, no wallet changes, so it is no line of the statement.
 */
export const allLines = `
  select id, at, kind, dep_after, win_after, reference,
    case when 'client_dep' in (from_account, to_account) then 'dep' else 'win' end as wallet,
    case when from_account in ('client_dep', 'client_win') then -amount else amount end as amount
  from every_posting as posting
  where client_id = $1 and id >= (first_ids_of_client($1)).posting and id < posting_before('infinity')
    and (from_account in ('client_dep', 'client_win') or to_account in ('client_dep', 'client_win'))`;

const selectLines = `${allLines}
    and kind = any ($2::posting_kind[])
    and ($3::timestamptz is null or at >= $3) and id >= posting_from($3)
    and ($4::timestamptz is null or at < $4) and id < posting_before($4)`;

interface ListedRow extends StatementRow {
  readonly told: string | null;
  readonly review_until: Date | null;
  /** The bet type of the ticket that the line is about; null for other lines. */
  readonly bet_type: number | null;
  readonly selection: number;
  readonly stake: Francs;
}

/** The statement, newest first. */
export async function readStatement(
  db: Queryable,
  clientId: number,
  { from, to, kind, cursor, limit = defaultLimit }: StatementQuery,
): Promise<AnswerOf<typeof listTransactions>> {
  const rows = await db.query<ListedRow>({
    name: 'list-statement',
    text: `select line.*, a.told, r.until as review_until
     from statement_lines($1, $2, $3, $4, $5, $6) line
     left join adjustment a on line.kind = 'adjustment' and a.reference = line.reference
       and ('client_' || line.wallet)::account in (a.from_account, a.to_account)
       and (line.amount < 0) = (a.to_account = 'adjustment')
     left join payment y on line.kind = 'withdrawal' and y.id = line.reference and y.status = 'review'
     left join withdrawal_review r on r.payment_id = y.id
     order by line.id desc`,
    values: [clientId, kind ?? transactionKinds, from, to, readCursor(cursor, numberCursor), limit + 1],
  });
  return toPage(rows, limit, toTransaction, ({ id }) => String(id));
}

function toTransaction(row: ListedRow): Transaction {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    wallet: row.wallet,
    amount: row.amount,
    dep: row.dep_after,
    win: row.win_after,
    reference: row.reference,
    note: row.told,
    reviewUntil: row.review_until?.toISOString() ?? null,
    ticket:
      row.bet_type === null
        ? null
        : {
            name: betTypeOfCode(row.bet_type).name,
            selectedNumbers: numberStrings(row.selection),
            betAmount: row.stake,
          },
  };
}

const csvPageLines = 1_000;
/** The statement as CSV (RFC 4180), oldest first, read in pages, so that a long one is never in memory whole. */
export async function* writeStatementCsv(
  db: Queryable,
  clientId: number,
  query: Pick<StatementQuery, 'from' | 'to' | 'kind'>,
  language: Language = 'en',
): AsyncGenerator<string> {
  const words = statementIn(language);
  yield csvLine(words.head);
  let last = 0;
  for (;;) {
    const rows = await db.query<StatementRow>(`${selectLines} and id > $5 order by id limit $6`, [
      clientId,
      query.kind ?? transactionKinds,
      query.from ?? null,
      query.to ?? null,
      last,
      csvPageLines,
    ]);
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    yield rows.map((row) => toCsvLine(row, words)).join('');
  }
}

function toCsvLine(row: StatementRow, words: Statement): string {
  const { at, kind, wallet, amount, dep_after, win_after, reference } = row;
  return csvLine([at.toISOString(), words.kind(kind), words.wallet(wallet), amount, dep_after, win_after, reference]);
}
