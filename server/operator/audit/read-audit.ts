import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/audit.ts';
import { auditHeadMessage } from '#domain/audit.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne } from '#server/operator/access/reads.ts';

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
