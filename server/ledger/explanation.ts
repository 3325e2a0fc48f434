import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type { explainBalance } from '#contract/explanation.ts';
import type { Queryable } from '#database/connect.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { numberStrings } from '#domain/result.ts';
import { ticketSerial } from '#domain/ticket-serial.ts';
import { defaultLimit, readCursor } from '#server/http/paging.ts';

type Explanation = AnswerOf<typeof explainBalance>;
type Part = Explanation['data'][number];

/** The database's explanation: a part, or the posting where it stopped reading before the next one. */
export interface Explained<Item> {
  /** On the first page. */
  readonly balance: Francs | null;
  readonly id: number | null;
  readonly part: Francs | null;
  readonly item: Item | null;
}

/** A row of the database's function explained_wallet. */
export type ExplainedRow = { readonly balance: Francs | null } & (
  | CreditRow
  | { readonly id: number | null; readonly part: Francs | null; readonly kind: null }
);

interface CreditRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: Part['kind'];
  readonly reference: string;
  readonly credited: Francs;
  readonly part: Francs;
  readonly draw_id: string;
  readonly draws_at: Date;
  readonly bet_type: number | null;
  readonly selection: number;
  readonly stake: Francs;
  readonly provider: string | null;
  readonly method: string;
  readonly paid_at: Date;
  readonly told: string | null;
  readonly author: string | null;
  readonly reason: string;
  readonly request_id: string | null;
}

/** Where a page continues: the posting before it, the rest to explain there, and the balance. */
interface Place {
  readonly below: number;
  readonly left: Francs;
  readonly balance: Francs;
}

const placeForm = /^\d{1,15}\.\d{1,15}\.\d{1,15}$/;

/** @throws Refusal invalid_request */
export function readPlace(cursor: string | undefined): Place | null {
  const [below, left, balance] = readCursor(cursor, placeForm)?.split('.').map(Number) ?? [];
  return below === undefined ? null : { below, left: left!, balance: balance! };
}

/** A page of the explanation: history never changes, so a later page goes on where the one before it ended. */
export function toExplanation<Item>(
  rows: readonly Explained<Item>[],
  place: Place | null,
  limit: number,
): { data: Item[]; meta: Explanation['meta'] } {
  const data = rows.flatMap(({ item }) => (item === null ? [] : [item]));
  const balance = place?.balance ?? rows[0]!.balance!;
  const left = rows.reduce((rest, { part }) => rest - (part ?? 0), place?.left ?? balance);
  // The page is full, or the database has read enough postings for one page.
  const last = data.length === limit ? rows.at(-1)!.id : rows.find(({ item }) => item === null)?.id;
  const goesOn = left > 0 && last != null;
  return {
    data,
    meta: {
      next: goesOn ? [last, left, balance].join('.') : null,
      balance,
      unexplained: goesOn ? 0 : left,
    },
  };
}

/** A row with its part as the client has it. */
export function presentRow(row: ExplainedRow): Explained<Part> {
  return { ...row, item: row.kind === null ? null : presentPart(row) };
}

function presentPart(row: CreditRow): Part {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    credited: row.credited,
    left: row.part,
    reference: row.reference,
    payment:
      row.provider === null
        ? null
        : { provider: row.provider, method: row.method, startedAt: row.paid_at.toISOString() },
    ticket:
      row.bet_type === null
        ? null
        : {
            serial: ticketSerial(row.reference),
            name: betTypeOfCode(row.bet_type).name,
            selectedNumbers: numberStrings(row.selection),
            betAmount: row.stake,
            drawId: row.draw_id,
            fullDate: row.draws_at.toISOString(),
          },
    note: row.told,
  };
}

/** Where the francs of a client's wallet came from. @throws Refusal invalid_request for a cursor of another form */
export async function explainWallet(
  db: Queryable,
  clientId: number,
  { wallet, cursor, limit = defaultLimit }: RequestOf<typeof explainBalance>['query'],
): Promise<Explanation> {
  const place = readPlace(cursor);
  const rows = await db.query<ExplainedRow>('select * from explained_wallet($1, $2, null, $3, $4, $5)', [
    clientId,
    wallet,
    place?.below ?? null,
    place?.left ?? null,
    limit,
  ]);
  return toExplanation(rows.map(presentRow), place, limit);
}
