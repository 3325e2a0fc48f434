import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/money.ts';
import type { Francs } from '#domain/money.ts';
import { defaultLimit, readCursor, readDayCursor, toPage } from '#server/http/paging.ts';
import { askFor, type AskedFor } from '#server/operator/acts/ask-for.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/door/operators.ts';

interface BooksRow {
  readonly stopped: boolean;
  readonly stopped_because: string;
  readonly stopped_by: string | null;
  readonly stopped_at: Date;
  readonly open_mismatches: number;
  readonly recent_started_at: Date | null;
  readonly recent_finished_at: Date;
  readonly recent_mismatches: number;
  readonly full_started_at: Date | null;
  readonly full_finished_at: Date;
  readonly full_mismatches: number;
  readonly unfinished_tries: number | null;
  readonly unfinished_check: string;
  readonly wanted_at: Date | null;
  readonly sums_until: Date | null;
  readonly may_go_on: boolean;
}

export async function readBooks(
  operators: Operators,
  { session }: Operator,
): Promise<AnswerOf<typeof contract.getBooks>['data']> {
  const [row] = await actAs(operators, (tx) => tx.query<BooksRow>('select * from console.books_state($1)', [session]));
  const books = row!;
  const wanted =
    books.wanted_at !== null && !(books.full_started_at !== null && books.full_started_at > books.wanted_at);
  return {
    stopped: books.stopped
      ? { because: books.stopped_because, by: books.stopped_by, at: books.stopped_at.toISOString() }
      : null,
    mayGoOn: books.may_go_on,
    openMismatches: books.open_mismatches,
    recent: passOf(books.recent_started_at, books.recent_finished_at, books.recent_mismatches),
    full: passOf(books.full_started_at, books.full_finished_at, books.full_mismatches),
    unfinished:
      books.unfinished_tries === null ? null : { tries: books.unfinished_tries, check: books.unfinished_check },
    fullWantedAt: wanted ? (books.wanted_at?.toISOString() ?? null) : null,
    sumsUntil: books.sums_until?.toISOString() ?? null,
  };
}

function passOf(startedAt: Date | null, finishedAt: Date, mismatches: number) {
  return startedAt && { startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString(), mismatches };
}

type Mismatch = AnswerOf<typeof contract.listMismatches>['data'][number];

interface MismatchRow {
  readonly id: number;
  readonly check_name: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly detail: Record<string, unknown>;
  readonly found_at: Date;
  readonly last_found_at: Date;
  readonly closed_at: Date | null;
}

/** A page of mismatches, the newest first. The cursor is the number of the last one that was seen. */
export async function listMismatches(
  operators: Operators,
  { session }: Operator,
  { open, cursor, limit = defaultLimit }: RequestOf<typeof contract.listMismatches>['query'],
): Promise<AnswerOf<typeof contract.listMismatches>> {
  const rows = await actAs(operators, (tx) =>
    tx.query<MismatchRow>('select * from console.list_mismatches($1, $2, $3, $4)', [
      session,
      open === 'true',
      readCursor(cursor, /^\d{1,15}$/),
      limit + 1,
    ]),
  );
  return toPage(rows, limit, presentMismatch, ({ id }) => String(id));
}

function presentMismatch({ id, check_name, subject, subject_id, detail, ...times }: MismatchRow): Mismatch {
  return {
    id,
    check: check_name,
    subject,
    subjectId: subject_id,
    detail,
    foundAt: times.found_at.toISOString(),
    lastFoundAt: times.last_found_at.toISOString(),
    closedAt: times.closed_at?.toISOString() ?? null,
  };
}

/** Stops all withdrawals, for one operator. */
export function stopWithdrawals(
  operators: Operators,
  { session }: Operator,
  reason: string,
): Promise<Acted<{ readonly outcome: 'stopped' | 'stopped_before' }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ stopped: boolean }>('select console.stop_withdrawals($1, $2) as stopped', [
      session,
      reason,
    ]);
    return { outcome: row!.stopped ? 'stopped' : 'stopped_before' };
  });
}

/** @returns the request's id @throws Refusal as `askFor` does */
export function askToLetWithdrawalsGoOn(
  operators: Operators,
  operator: Operator,
  { reason, signature }: RequestOf<typeof contract.askToLetWithdrawalsGoOn>['body'],
): Promise<AskedFor> {
  const newValues = { withdrawals: 'taken' };
  const oldValues = { withdrawals: 'stopped' };
  return askFor(
    operators,
    operator,
    { kind: 'let_withdrawals_go_on', subject: 'site withdrawals', newValues, oldValues, reason },
    signature,
  );
}

export function wantFullPass(
  operators: Operators,
  { session }: Operator,
): Promise<Acted<{ readonly outcome: 'wanted' }>> {
  return actAndTell(operators, async (tx) => {
    await tx.query('select console.want_full_pass($1)', [session]);
    return { outcome: 'wanted' };
  });
}

type BankFigure = AnswerOf<typeof contract.listBankFigures>['data'][number];

interface BankRow {
  readonly day: string;
  readonly account: string;
  readonly amount: Francs;
  readonly note: string | null;
  readonly typed_by: string;
  readonly typed_at: Date;
  readonly corrections: number;
}

/** The last figure of each day and account, a number of days at a time; the cursor is the last day. */
export async function listBankFigures(
  operators: Operators,
  { session }: Operator,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listBankFigures>['query'],
): Promise<AnswerOf<typeof contract.listBankFigures>> {
  const rows = await actAs(operators, (tx) =>
    tx.query<BankRow>('select * from console.list_bank_figures($1, $2, $3)', [session, readDayCursor(cursor), limit]),
  );
  const days = new Set(rows.map(({ day }) => day));
  return { data: rows.map(presentBank), meta: { next: days.size === limit ? rows.at(-1)!.day : null } };
}

function presentBank({ typed_by, typed_at, ...row }: BankRow): BankFigure {
  return { ...row, typedBy: typed_by, typedAt: typed_at.toISOString() };
}

export function typeBankFigure(
  operators: Operators,
  { session }: Operator,
  { day, account, amount, note }: RequestOf<typeof contract.typeBankFigure>['body'],
): Promise<Acted<{ readonly number: number }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ number: number }>('select console.type_bank_figure($1, $2, $3, $4, $5) as number', [
      session,
      day,
      account,
      amount,
      note ?? null,
    ]);
    return row!;
  });
}
