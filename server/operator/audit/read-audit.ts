import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/audit.ts';
import { auditHeadMessage } from '#domain/audit.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readFound, readOne, readPage } from '#server/operator/access/reads.ts';

/** A page of the lines that this operator may see. */
export function listAudit(
  operators: Operators,
  { session }: Operator,
  { who, act, subject, day, from, to, two, cursor, limit }: RequestOf<typeof contract.listAudit>['query'],
): Promise<AnswerOf<typeof contract.listAudit>> {
  const values = [
    session,
    who?.values[0] ?? null,
    who?.isNot ?? false,
    act?.values ?? null,
    act?.isNot ?? false,
    subject ?? null,
    day ?? null,
    operators.timeZone,
    from ?? null,
    to ?? null,
    two !== undefined,
    readCursor(cursor, numberCursor),
  ];
  return readPage(operators, 'console.list_audit', values, limit);
}

type Line = AnswerOf<typeof contract.getAuditLine>['data'];

/** One line with the bytes of its record. @throws Refusal not_found where there is none that this operator may see */
export function readAuditLine(operators: Operators, { session }: Operator, number: number): Promise<Line> {
  return readFound(operators, 'console.read_audit_line', [session, number]);
}

type Head = AnswerOf<typeof contract.getAuditHead>['data'];
type Signed = NonNullable<Head['signed']>;

/** The head of the chain, with the bytes that were signed. @param known a hash that somebody kept, in hex */
export async function readAuditHead(
  operators: Operators,
  { session }: Operator,
  known: string | undefined,
): Promise<Head> {
  const values = [session, known === undefined ? null : Buffer.from(known, 'hex')];
  const { signed, ...head } = await readOne<Omit<Head, 'signed'> & { readonly signed: Omit<Signed, 'message'> | null }>(
    operators,
    'console.read_audit_head',
    values,
  );
  return { ...head, signed: signed && { ...signed, message: messageOf(signed) } };
}

function messageOf({ number, hash, at }: Omit<Signed, 'message'>): string {
  const message = auditHeadMessage({ number, hash: Buffer.from(hash, 'hex'), atMs: Date.parse(at) });
  return Buffer.from(message).toString('hex');
}

/** A page of the looks that this operator may see. */
export function listViews(
  operators: Operators,
  { session }: Operator,
  { who, subject, day, cursor, limit }: RequestOf<typeof contract.listViews>['query'],
): Promise<AnswerOf<typeof contract.listViews>> {
  const filters = [who?.values[0] ?? null, who?.isNot ?? false, subject ?? null, day ?? null, operators.timeZone];
  const values = [session, ...filters, readCursor(cursor, numberCursor)];
  return readPage(operators, 'console.list_views', values, limit);
}
