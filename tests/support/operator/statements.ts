import { createHash, randomUUID } from 'node:crypto';
import { pieceBytes } from '#contract/calls/operator/statements.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { headersOf, type TestOperator } from './operators.ts';
import type { SignedInOperator } from './sign-in.ts';

/** The head of the test files, and how it is read. */
export const statementHead = 'time,our id,their id,type,amount,fee,currency,status,balance,phone,name';
export const statementLayout = {
  columns: {
    at: 'time',
    ourRef: 'our id',
    theirRef: 'their id',
    kind: 'type',
    amount: 'amount',
    fee: 'fee',
    currency: 'currency',
    status: 'status',
    balance: 'balance',
    phone: 'phone',
  },
  offset: '+00:00',
  fees: { deposit: 100, payout: 200 },
};

export interface MadePayment {
  readonly id: string;
  readonly ref: string;
}

/** A payment of the past, with what its provider said. `at`: ISO 8601. */
export async function makePayment(
  owner: Database,
  payment: {
    readonly client: number;
    readonly at: string;
    readonly direction?: 'deposit' | 'withdrawal';
    readonly amount?: number;
    readonly status?: string;
    readonly account?: string;
  },
): Promise<MadePayment> {
  const { client, at, direction = 'deposit', amount = 1_000, account = 'pawapay' } = payment;
  const status = payment.status ?? (direction === 'deposit' ? 'succeeded' : 'paid');
  const id = randomUUID();
  const ref = `P-${id.slice(0, 8)}`;
  await owner.query(
    `with made as (
       insert into payment (id, client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider, provider_ref, status,
         created_at, updated_at, idempotency_key, request_hash)
       values ($1::uuid, $2, $3::payment_direction, $4::bigint, case $3::text when 'withdrawal' then $4::bigint else 0 end, 'CI', 'orange', '+2250700000042', 'Awa', 'Koné',
         $5, $6, $7::payment_status, $8, $8::timestamptz + interval '1 minute', $1::text, sha256(convert_to($1::text, 'UTF8')))
     )
     insert into payment_event (payment_id, at, kind, from_status, to_status)
     values ($1::uuid, $8::timestamptz + interval '1 minute', 'confirmed', 'created', $7::payment_status)`,
    [id, client, direction, amount, account, ref, status, at],
  );
  return { id, ref };
}

interface Upload {
  readonly account?: string;
  readonly layout?: object;
  readonly from?: string;
  readonly until?: string;
  readonly fileName?: string;
}

/** Begins an upload. */
export function beginUpload(
  operator: SignedInOperator,
  content: Buffer,
  {
    account = 'pawapay',
    layout = statementLayout,
    from = '2026-03-02',
    until = from,
    fileName = 'day.csv',
  }: Upload = {},
) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return operator.post('/statements', { account, fileName, sha256, bytes: content.length, from, until, layout });
}

/** Sends one piece, as the console's page does. */
export function putPiece(http: Http, operator: TestOperator, id: number, number: number, piece: Buffer) {
  return http.inject({
    method: 'PUT',
    url: `/operator/statements/${id}/pieces/${number}`,
    headers: { ...headersOf(operator.token), 'content-type': 'text/csv' },
    payload: piece,
  });
}

/** Uploads a whole file. @returns the number of the statement */
export async function uploadStatement(
  http: Http,
  operator: SignedInOperator,
  text: string | Buffer,
  given?: Upload,
): Promise<number> {
  const content = Buffer.from(text);
  const begun = await beginUpload(operator, content, given);
  if (begun.statusCode !== 200) throw new Error(begun.body);
  const { id } = begun.json<{ data: { id: number } }>().data;
  for (let number = 0; number * pieceBytes < content.length; number++) {
    const piece = content.subarray(number * pieceBytes, (number + 1) * pieceBytes);
    const put = await putPiece(http, operator, id, number, piece);
    if (put.statusCode !== 200) throw new Error(put.body);
  }
  return id;
}
