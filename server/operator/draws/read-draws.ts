import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { decodeSeal } from '#domain/fair-draw/seal-record.ts';
import { numberStrings } from '#domain/result.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { boundsOf } from '#server/operator/days.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { readStopsOfDraw } from './stops.ts';

type Listed = AnswerOf<typeof contract.listDraws>['data'][number];
type Opened = AnswerOf<typeof contract.getDraw>['data'];

interface SummaryRow {
  readonly id: string;
  readonly draws_at: Date;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly status: Listed['status'];
  readonly kind: number | null;
  readonly result: number | null;
  readonly late_step: NonNullable<Listed['late']>['step'] | null;
  readonly late_seconds: number | null;
}

interface ListedRow extends SummaryRow {
  readonly tickets: number | null;
  readonly stakes: number | null;
  readonly payouts: number | null;
  readonly called_off: boolean;
  readonly stops: number;
}

/** A page of draws. The cursor is a draw's moment in milliseconds since 1970. */
export async function listDraws(
  operators: Operators,
  { session }: Operator,
  query: RequestOf<typeof contract.listDraws>['query'],
): Promise<AnswerOf<typeof contract.listDraws>> {
  const { limit = defaultLimit } = query;
  const cursor = readCursor(query.cursor, /^\d{1,15}$/);
  const [from, to] = query.day === undefined ? [null, null] : boundsOf(query.day, operators.timeZone);
  const rows = await actAs(operators, (tx) =>
    tx.query<ListedRow>('select * from console.list_draws($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      session,
      from,
      to,
      query.status ?? null,
      query.kind?.map(Number) ?? null,
      query.late ?? null,
      query.needs === 'somebody',
      cursor === null ? null : new Date(Number(cursor)),
      query.order === 'draws',
      limit + 1,
    ]),
  );
  return toPage(rows, limit, presentListed, ({ draws_at }) => String(draws_at.getTime()));
}

function presentSummary(row: SummaryRow) {
  return {
    id: row.id,
    drawsAt: row.draws_at.toISOString(),
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    status: row.status,
    kind: row.kind,
    result: row.result === null ? null : numberStrings(row.result),
    late: row.late_step === null ? null : { step: row.late_step, seconds: row.late_seconds! },
  };
}

function presentListed(row: ListedRow): Listed {
  const { tickets, stakes, payouts } = row;
  return {
    ...presentSummary(row),
    tickets,
    staked: stakes,
    paid: payouts,
    net: stakes === null || payouts === null ? null : stakes - payouts,
    calledOff: row.called_off,
    stops: row.stops,
  };
}

export interface OpenedRow extends SummaryRow {
  readonly rules: string;
  readonly closed_at: Date | null;
  readonly sealed_at: Date | null;
  readonly drawn_at: Date | null;
  readonly dues_listed_at: Date | null;
  readonly finished_at: Date | null;
  readonly record: Buffer;
  readonly commitment: Buffer;
  readonly commitment_signature: Buffer;
  readonly committed_at: Date | null;
  readonly operator_key: Buffer | null;
  readonly beacon_signature: Buffer | null;
  readonly round_at: Date | null;
  readonly seed: Buffer | null;
  readonly seal_number: number | null;
  readonly seal: Buffer | null;
  readonly seal_signature: Buffer | null;
  readonly seal_hash: Buffer | null;
  readonly before_seal: Buffer | null;
  readonly before_record: Buffer | null;
  readonly before_draw: string | null;
  readonly before_draws_at: Date | null;
  readonly after_seal: Buffer | null;
  readonly after_draw: string | null;
  readonly after_draws_at: Date | null;
  readonly planned_sealed: Date;
  readonly planned_round: Date | null;
  readonly planned_drawn: Date;
  readonly planned_listed: Date;
  readonly planned_paid: Date;
  readonly called_off_at: Date | null;
  readonly called_off_reason: string | null;
  readonly called_off_request: string | null;
  readonly read_at: Date;
}

/** A draw as the database shows it to operators, as it is or was at a moment. @throws Refusal not_found, moment_ahead, not_there_yet */
export async function findDraw(
  operators: Operators,
  { session }: Operator,
  id: string,
  at: string | null = null,
): Promise<OpenedRow> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<OpenedRow>('select * from console.read_draw($1, $2, $3)', [session, id, at]),
  );
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

interface SalesRow {
  readonly bet_type: number;
  readonly tickets: number;
  readonly stakes: number;
  readonly won: number | null;
  readonly payouts: number | null;
}

interface DuesRow {
  readonly owed: number;
  readonly owed_amount: number;
  readonly paid: number;
  readonly paid_amount: number;
}

interface RequestRow {
  readonly id: string;
  readonly number: number;
  readonly kind: string;
  readonly status: string;
  readonly reason: string;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly expires_at: Date;
}

interface OpinionRow {
  readonly phase: 'before' | 'after';
  readonly at: Date;
  readonly late: boolean;
  readonly agrees: boolean;
  readonly tickets: number;
  readonly stakes: number;
  readonly differs: string[];
  readonly program: string;
}

/**
 * One draw, with all that an operator sees of it. As it was at a moment it has no requests, which go on since.
 *
 * @throws Refusal not_found, moment_ahead, not_there_yet
 */
export async function openDraw(
  operators: Operators,
  operator: Operator,
  id: string,
  at: string | null = null,
): Promise<Opened> {
  const row = await findDraw(operators, operator, id, at);
  const { session } = operator;
  const { sales, dues, stops, requests, opinions } = await actAs(operators, async (tx) => ({
    sales: await tx.query<SalesRow>('select * from console.draw_sales($1, $2, $3)', [session, id, at]),
    dues:
      row.dues_listed_at === null
        ? []
        : await tx.query<DuesRow>('select * from console.draw_dues($1, $2, $3)', [session, id, at]),
    stops: await readStopsOfDraw(tx, session, id, at),
    requests:
      at === null ? await tx.query<RequestRow>('select * from console.draw_requests($1, $2)', [session, id]) : [],
    opinions: await tx.query<OpinionRow>('select * from console.draw_opinions($1, $2, $3)', [session, id, at]),
  }));
  const seal = row.seal && decodeSeal(row.seal);
  const [owed] = dues;
  return {
    ...presentSummary(row),
    rules: row.rules,
    now: row.read_at.toISOString(),
    life: lifeOf(row),
    sales: sales.map((line) => ({ name: betTypeOfCode(line.bet_type).name, ...presentFigures(line) })),
    total: presentFigures({
      tickets: sum(sales, ({ tickets }) => tickets),
      stakes: sum(sales, ({ stakes }) => stakes),
      won: row.dues_listed_at === null ? null : sum(sales, ({ won }) => won ?? 0),
      payouts: row.dues_listed_at === null ? null : sum(sales, ({ payouts }) => payouts ?? 0),
    }),
    dues: owed
      ? { owed: owed.owed, owedAmount: owed.owed_amount, paid: owed.paid, paidAmount: owed.paid_amount }
      : null,
    record: {
      draw: toHex(row.record),
      commitment: toHex(row.commitment),
      signature: toHex(row.commitment_signature),
      operatorKey: row.operator_key && toHex(row.operator_key),
    },
    seal: seal && {
      number: row.seal_number!,
      hash: toHex(row.seal_hash!),
      root: toHex(seal.root),
      tickets: seal.size,
      totalStake: seal.totalStake,
    },
    sealBefore: presentNeighbour(row.before_seal, row.before_draw, row.before_draws_at),
    sealAfter: presentNeighbour(row.after_seal, row.after_draw, row.after_draws_at),
    calledOff: row.called_off_at && {
      at: row.called_off_at.toISOString(),
      reason: row.called_off_reason!,
      request: row.called_off_request!,
    },
    opinions: { before: presentOpinion(opinions, 'before'), after: presentOpinion(opinions, 'after') },
    stops,
    requests: requests.map(({ asked_by, asked_at, expires_at, ...request }) => ({
      ...request,
      askedBy: asked_by,
      askedAt: asked_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
  };
}

function presentOpinion(rows: readonly OpinionRow[], phase: OpinionRow['phase']): Opened['opinions']['before'] {
  const row = rows.find((opinion) => opinion.phase === phase);
  if (row === undefined) return null;
  const { at, late, agrees, tickets, stakes, differs, program } = row;
  return { at: at.toISOString(), late: phase === 'before' && late, agrees, tickets, staked: stakes, differs, program };
}

function presentFigures({ tickets, stakes, won, payouts }: Omit<SalesRow, 'bet_type'>) {
  return { tickets, staked: stakes, won, paid: payouts };
}

function sum<T>(of: readonly T[], amount: (one: T) => number): number {
  return of.reduce((total, one) => total + amount(one), 0);
}

function presentNeighbour(hash: Buffer | null, drawId: string | null, drawsAt: Date | null): Opened['sealBefore'] {
  return hash && { hash: toHex(hash), drawId: drawId!, drawsAt: drawsAt!.toISOString() };
}

function lifeOf(row: OpenedRow): Opened['life'] {
  const isOpen = row.opens_at <= row.read_at;
  const steps = [
    ['committed', row.opens_at, row.committed_at],
    ['open', row.opens_at, isOpen ? row.opens_at : null],
    ['closed', row.closes_at, row.closed_at],
    ['sealed', row.planned_sealed, row.sealed_at],
    ...(row.planned_round === null ? [] : [['round', row.planned_round, row.round_at] as const]),
    ['drawn', row.planned_drawn, row.drawn_at],
    ['listed', row.planned_listed, row.dues_listed_at],
    ['paid', row.planned_paid, row.finished_at],
  ] as const;
  // What a void draw goes through after that was never planned.
  const planned = row.status === 'void' ? new Set(['committed', 'open', 'closed', 'sealed']) : null;
  return steps.map(([step, plan, real]) => ({
    step,
    planned: planned === null || planned.has(step) ? plan.toISOString() : null,
    real: real?.toISOString() ?? null,
  }));
}

/** Where a draw stands, as a request about it keeps it. @throws Refusal not_found */
export async function describeDraw(operators: Operators, operator: Operator, id: string): Promise<object> {
  const { draws_at, closes_at, status } = await findDraw(operators, operator, id);
  return { status, drawsAt: draws_at.toISOString(), closesAt: closes_at.toISOString() };
}
