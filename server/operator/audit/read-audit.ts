import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/audit.ts';
import { auditHeadMessage } from '#domain/audit.ts';
import { csvLine, mostCsvLines } from '#server/http/csv.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';

type Line = AnswerOf<typeof contract.listAudit>['data'][number];
type Filters = RequestOf<typeof contract.exportAudit>['query'];

interface LineRow {
  readonly number: number;
  readonly record: Buffer;
  readonly hash: Buffer;
  readonly kind: string | null;
  readonly request_number: number | null;
}

/** The JSON of a line's record: see console.write_audit. */
interface AuditRecord {
  readonly at: string;
  readonly who: string;
  readonly session: string | null;
  readonly address: string | null;
  readonly act: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
  readonly request: string | null;
}

/** A page of the lines that this operator may see. */
export async function listAudit(
  operators: Operators,
  operator: Operator,
  { cursor, limit = defaultLimit, ...filters }: RequestOf<typeof contract.listAudit>['query'],
): Promise<AnswerOf<typeof contract.listAudit>> {
  const rows = await readLines(operators, operator, filters, readCursor(cursor, /^\d{1,15}$/), limit + 1);
  return toPage(rows, limit, presentLine, ({ number }) => String(number));
}

function readLines(
  { db, timeZone }: Operators,
  { session }: Operator,
  { who, act, subject, day, from, to, two }: Filters,
  before: string | number | null,
  most: number,
): Promise<LineRow[]> {
  return actAs({ db }, (tx) =>
    tx.query<LineRow>('select * from console.list_audit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)', [
      session,
      who?.values[0] ?? null,
      who?.isNot ?? false,
      act?.values ?? null,
      act?.isNot ?? false,
      subject ?? null,
      day ?? null,
      timeZone,
      from ?? null,
      to ?? null,
      two !== undefined,
      before,
      most,
    ]),
  );
}

function presentLine(row: LineRow): Line {
  const { at, who, act, subject, before, after, reason, request } = recordOf(row);
  return {
    number: row.number,
    at,
    who,
    act,
    subject,
    before,
    after,
    reason,
    request: request === null ? null : { id: request, number: row.request_number!, kind: row.kind! },
    hash: row.hash.toString('hex'),
  };
}

function recordOf({ record }: Pick<LineRow, 'record'>): AuditRecord {
  return JSON.parse(record.toString()) as AuditRecord;
}

const csvPageLines = 1_000;
const csvHeader = ['line', 'at', 'who', 'act', 'subject', 'before', 'after', 'reason', 'request', 'hash'];

/** The lines as CSV, the newest first, read in pages. It is written down before the first one leaves. */
export async function exportAudit(
  operators: Operators,
  operator: Operator,
  filters: Filters,
): Promise<AsyncGenerator<string>> {
  await actAs(operators, (tx) =>
    tx.query('select console.note_audit_export($1, $2)', [operator.session, JSON.stringify(filters)]),
  );
  return writeLines(operators, operator, filters);
}

async function* writeLines(operators: Operators, operator: Operator, filters: Filters): AsyncGenerator<string> {
  yield csvLine(csvHeader);
  let before: number | null = null;
  for (let written = 0; written < mostCsvLines; written += csvPageLines) {
    const rows: LineRow[] = await readLines(operators, operator, filters, before, csvPageLines);
    yield rows.map(toCsv).join('');
    if (rows.length < csvPageLines) return;
    before = rows.at(-1)!.number;
  }
}

function toCsv(row: LineRow): string {
  const { number, at, who, act, subject, before, after, reason, request, hash } = presentLine(row);
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return csvLine([
    number,
    at,
    who,
    act,
    subject,
    json(before),
    json(after),
    reason,
    request && `R-${request.number}`,
    hash,
  ]);
}

/** One line with the bytes of its record. @throws Refusal not_found where there is none that this operator may see */
export async function readAuditLine(
  operators: Operators,
  { session }: Operator,
  number: number,
): Promise<AnswerOf<typeof contract.getAuditLine>['data']> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<LineRow & { hash_before: Buffer }>('select * from console.read_audit_line($1, $2)', [session, number]),
  );
  if (!row) throw new Refusal('not_found');
  const { session: ofSession, address } = recordOf(row);
  return {
    ...presentLine(row),
    session: ofSession,
    address,
    hashBefore: row.hash_before.toString('hex'),
    record: row.record.toString('hex'),
  };
}

interface HeadRow {
  readonly number: number;
  readonly hash: Buffer;
  readonly signed_number: number | null;
  readonly signed_hash: Buffer;
  readonly signed_at_ms: number;
  readonly operator_key: Buffer;
  readonly signature: Buffer;
  readonly checked_at: Date | null;
  readonly checked_lines: number;
  readonly took_ms: number;
  readonly wrong_number: number | null;
  readonly wrong_because: string | null;
  readonly known_number: number | null;
}

/** @param known a hash that somebody kept, in hex */
export async function readAuditHead(
  operators: Operators,
  { session }: Operator,
  known: string | undefined,
): Promise<AnswerOf<typeof contract.getAuditHead>['data']> {
  const [found] = await actAs(operators, (tx) =>
    tx.query<HeadRow>('select * from console.read_audit_head($1, $2)', [
      session,
      known === undefined ? null : Buffer.from(known, 'hex'),
    ]),
  );
  const row = found!;
  return {
    number: row.number,
    hash: row.hash.toString('hex'),
    signed:
      row.signed_number === null
        ? null
        : {
            number: row.signed_number,
            hash: row.signed_hash.toString('hex'),
            at: new Date(row.signed_at_ms).toISOString(),
            key: row.operator_key.toString('hex'),
            signature: row.signature.toString('hex'),
            message: Buffer.from(
              auditHeadMessage({ number: row.signed_number, hash: row.signed_hash, atMs: row.signed_at_ms }),
            ).toString('hex'),
          },
    checked:
      row.checked_at === null
        ? null
        : {
            at: row.checked_at.toISOString(),
            lines: row.checked_lines,
            tookMs: row.took_ms,
            wrong: row.wrong_number === null ? null : { number: row.wrong_number, because: row.wrong_because! },
          },
    knownNumber: row.known_number,
  };
}

interface ViewRow {
  readonly id: number;
  readonly at: Date;
  readonly who: string;
  readonly subject: string;
  readonly what: string;
  readonly why: string | null;
}

/** A page of the looks that this operator may see. */
export async function listViews(
  { db, timeZone }: Operators,
  { session }: Operator,
  { who, subject, day, cursor, limit = defaultLimit }: RequestOf<typeof contract.listViews>['query'],
): Promise<AnswerOf<typeof contract.listViews>> {
  const rows = await actAs({ db }, (tx) =>
    tx.query<ViewRow>('select * from console.list_views($1, $2, $3, $4, $5, $6, $7, $8)', [
      session,
      who?.values[0] ?? null,
      who?.isNot ?? false,
      subject ?? null,
      day ?? null,
      timeZone,
      readCursor(cursor, /^\d{1,15}$/),
      limit + 1,
    ]),
  );
  return toPage(
    rows,
    limit,
    (row) => ({ ...row, at: row.at.toISOString() }),
    ({ id }) => String(id),
  );
}
