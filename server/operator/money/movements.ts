import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/money.ts';
import { readClock } from '#database/clock.ts';
import type { Francs } from '#domain/money.ts';
import { csvLine, mostCsvLines } from '#server/http/csv.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { noteExport } from '#server/operator/exports/note-export.ts';

type Accounts = AnswerOf<typeof contract.getAccounts>['data'];
type AccountName = Accounts['accounts'][number]['account'];

interface BalanceRow {
  readonly account: AccountName;
  readonly provider: string;
  readonly balance: Francs;
  readonly sums_until: Date;
}

const ofPlayers: readonly AccountName[] = ['client_dep', 'client_win', 'client_held', 'client_owed', 'draw_stakes'];

/** The balance of every account, from the kept sums; at a full hour, or as far as they go. */
export async function readAccounts(
  operators: Operators,
  { session }: Operator,
  { at }: RequestOf<typeof contract.getAccounts>['query'],
): Promise<Accounts> {
  const hour = at === undefined ? null : requireHour(at, 'at');
  const rows = await actAs(operators, (tx) =>
    tx.query<BalanceRow>('select * from console.accounts_at($1, $2)', [session, hour]),
  );
  const until = rows[0]?.sums_until ?? null;
  const moment = hour !== null && until !== null && Date.parse(hour) < until.getTime() ? new Date(hour) : until;
  const sum = (names: readonly AccountName[]) =>
    rows.filter(({ account }) => names.includes(account)).reduce((total, { balance }) => total + balance, 0);
  return {
    at: moment?.toISOString() ?? null,
    accounts: rows.map(({ account, provider, balance }) => ({ account, provider: provider || null, balance })),
    owedToPlayers: sum(ofPlayers),
    atProviders: 0 - sum(['clearing']),
  };
}

const hourMs = 3_600_000;

/** The beginning of this hour, in milliseconds since 1970. */
async function thisHour({ db }: Operators): Promise<number> {
  return Math.floor((await readClock(db)).getTime() / hourMs) * hourMs;
}

/** @throws Refusal invalid_request for a moment within an hour: sums are kept by the hour */
function requireHour(at: string, path: string): string {
  if (Date.parse(at) % hourMs === 0) return at;
  throw new Refusal('invalid_request', { errors: [{ path, message: ({ operators: says }) => says.money.fullHour }] });
}

type Movements = AnswerOf<typeof contract.listMovements>['data'];
type Movement = Movements['movements'][number];
type MovementQuery = RequestOf<typeof contract.listMovements>['query'];

interface MovementRow {
  readonly unit_from: Date;
  readonly kind: Movement['kind'];
  readonly from_account: AccountName;
  readonly to_account: AccountName;
  readonly provider: string;
  readonly amount: Francs;
  readonly postings: number;
}

const mostHoursMs = 62 * 24 * hourMs;
const mostDaysMs = 1_100 * 24 * hourMs;

/** What moved by day or hour, between accounts. @throws Refusal invalid_request for a range that is too long */
export async function listMovements(
  operators: Operators,
  operator: Operator,
  query: MovementQuery,
): Promise<Movements> {
  const { session } = operator;
  const { unit, account } = query;
  const to = requireHour(query.to ?? new Date((await thisHour(operators)) + hourMs).toISOString(), 'to');
  const from = requireHour(query.from ?? new Date(Date.parse(to) - 31 * 24 * hourMs).toISOString(), 'from');
  if (Date.parse(to) - Date.parse(from) > (unit === 'hour' ? mostHoursMs : mostDaysMs)) {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'to', message: ({ operators: says }) => says.money.tooLong }],
    });
  }
  return actAs(operators, async (tx) => {
    const rows = await tx.query<MovementRow>('select * from console.movements($1, $2, $3, $4, $5, $6)', [
      session,
      from,
      to,
      unit,
      operators.timeZone,
      account ?? null,
    ]);
    const [books] = await tx.query<{ sums_until: Date | null }>('select sums_until from console.books_state($1)', [
      session,
    ]);
    return { until: books!.sums_until?.toISOString() ?? null, movements: rows.map(presentMovement) };
  });
}

function presentMovement({ unit_from, from_account, to_account, provider, ...row }: MovementRow): Movement {
  return {
    ...row,
    from: unit_from.toISOString(),
    fromAccount: from_account,
    toAccount: to_account,
    provider: provider || null,
  };
}

export async function exportMovements(operators: Operators, operator: Operator, query: MovementQuery): Promise<string> {
  const { movements } = await listMovements(operators, operator, query);
  await noteExport(operators, operator, 'movements', query);
  const header = ['from', 'kind', 'from_account', 'to_account', 'provider', 'amount', 'postings'];
  return [
    csvLine(header),
    ...movements.map((one) =>
      csvLine([one.from, one.kind, one.fromAccount, one.toAccount, one.provider, one.amount, one.postings]),
    ),
  ].join('');
}

type Posting = AnswerOf<typeof contract.listPostings>['data'][number];
type PostingQuery = RequestOf<typeof contract.listPostings>['query'];
type PostingFilters = Omit<PostingQuery, 'cursor' | 'limit'>;

interface PostingRow {
  readonly client_id: number;
  readonly id: number;
  readonly at: Date;
  readonly kind: Posting['kind'];
  readonly from_account: AccountName;
  readonly to_account: AccountName;
  readonly amount: Francs;
  readonly reference: string;
  readonly draw_id: string | null;
  /** The microseconds of `at` since 1970: a Date has milliseconds only. */
  readonly micros: string;
}

/** The cursor: the time of the last posting that was seen, in microseconds, its client and its number. */
const cursorForm = /^\d{1,17}\.\d{1,15}\.\d{1,18}$/;

/** A page of postings of at most an hour, the oldest first. @throws Refusal invalid_request for a longer time */
export async function listPostings(
  operators: Operators,
  operator: Operator,
  { cursor, limit = defaultLimit, ...filters }: PostingQuery,
): Promise<AnswerOf<typeof contract.listPostings>> {
  const rows = await readPostings(operators, operator, filters, readCursor(cursor, cursorForm), limit + 1);
  return toPage(rows, limit, presentPosting, cursorOf);
}

const cursorOf = ({ micros, client_id, id }: PostingRow) => `${micros}.${client_id}.${id}`;

async function readPostings(
  operators: Operators,
  { session }: Operator,
  { kind, fromAccount, toAccount, ...span }: Omit<PostingQuery, 'cursor' | 'limit'>,
  cursor: string | null,
  most: number,
): Promise<PostingRow[]> {
  const from = span.from ?? new Date(await thisHour(operators)).toISOString();
  const to = span.to ?? new Date(Date.parse(from) + hourMs).toISOString();
  if (Date.parse(to) - Date.parse(from) > hourMs) {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'to', message: ({ operators: says }) => says.money.hourAtMost }],
    });
  }
  const [micros, clientId, id] = cursor?.split('.') ?? [];
  return actAs(operators, (tx) =>
    tx.query<PostingRow>(
      `select *, (extract(epoch from at) * 1000000)::bigint::text as micros
       from console.list_postings($1, $2, $3, $4, $5, $6, 'epoch'::timestamptz + $7 * interval '1 microsecond', $8, $9, $10)`,
      [
        session,
        from,
        to,
        kind ?? null,
        fromAccount ?? null,
        toAccount ?? null,
        micros ?? null,
        clientId ?? null,
        id ?? null,
        most,
      ],
    ),
  );
}

function presentPosting({ id, at, client_id, kind, from_account, to_account, amount, reference, draw_id }: PostingRow) {
  return {
    id,
    at: at.toISOString(),
    clientId: client_id,
    kind,
    fromAccount: from_account,
    toAccount: to_account,
    amount,
    reference,
    drawId: draw_id,
  };
}

const csvPageLines = 5_000;

/** The postings of a filter as CSV, read page by page. */
export async function exportPostings(
  operators: Operators,
  operator: Operator,
  filters: PostingFilters,
): Promise<AsyncGenerator<string>> {
  const first = await readPostings(operators, operator, filters, null, csvPageLines);
  await noteExport(operators, operator, 'postings', filters);
  return writePostings(operators, operator, filters, first);
}

async function* writePostings(
  operators: Operators,
  operator: Operator,
  filters: PostingFilters,
  first: readonly PostingRow[],
): AsyncGenerator<string> {
  let rows = first;
  yield csvLine(['at', 'posting', 'client', 'kind', 'from_account', 'to_account', 'amount', 'reference', 'draw']);
  for (let lines = 0; lines < mostCsvLines; lines += csvPageLines) {
    yield rows.map(toCsvLine).join('');
    if (rows.length < csvPageLines) return;
    rows = await readPostings(operators, operator, filters, cursorOf(rows.at(-1)!), csvPageLines);
  }
}

function toCsvLine({
  at,
  id,
  client_id,
  kind,
  from_account,
  to_account,
  amount,
  reference,
  draw_id,
}: PostingRow): string {
  return csvLine([at.toISOString(), id, client_id, kind, from_account, to_account, amount, reference, draw_id]);
}
