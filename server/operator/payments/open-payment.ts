import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/payments.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import type { Francs } from '#domain/money.ts';
import { Refusal } from '#server/http/refusal.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import type { Direction } from '#server/payments/provider.ts';
import { presentListed, presentReview, type ListedRow } from './list-payments.ts';

type Opened = AnswerOf<typeof contract.getOperatorPayment>['data'];

interface OpenedRow extends ListedRow {
  readonly from_win: Francs;
  readonly from_dep: Francs;
  readonly provider_ref: string | null;
  readonly failure: string | null;
  readonly sent_at: Date | null;
  readonly asked: number;
  readonly asked_at: Date | null;
  readonly answered_at: Date;
  readonly said: string;
  readonly answer: Record<string, unknown>;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly decided_because: string | null;
  readonly told: string | null;
  readonly takes_two: boolean;
  /** Null as it was at a moment. */
  readonly withdrawn_in_a_day: Francs | null;
  readonly payouts_wait: boolean;
  readonly wallet_dep: Francs;
  readonly wallet_win: Francs;
  readonly wallet_held: Francs;
  readonly wallet_owed: Francs;
}

interface StoryRow {
  readonly at: Date;
  readonly source: 'event' | 'notice' | 'act';
  readonly kind: string;
  readonly from_status: PaymentStatus | null;
  readonly to_status: PaymentStatus | null;
  readonly detail: Record<string, unknown>;
  readonly who: string | null;
  /** Of an event its own number, of an act that of its line in the audit: what it is ordered by. */
  readonly line: number | null;
}

interface PostingRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly from_account: string;
  readonly to_account: string;
  readonly amount: Francs;
}

/**
 * One payment and its story, as it is or was at a moment. The look is written down before it is answered.
 *
 * @throws Refusal not_found, moment_ahead, not_there_yet
 */
export async function openPayment(
  operators: Operators,
  { session }: Operator,
  id: string,
  at: string | null = null,
): Promise<Opened> {
  return actAs(operators, async (tx) => {
    const [row] = await tx.query<OpenedRow>('select * from console.open_payment($1, $2, $3)', [session, id, at]);
    if (row === undefined) throw new Refusal('not_found');
    const story = await tx.query<StoryRow>('select * from console.payment_story($1, $2, $3)', [session, id, at]);
    const postings = await tx.query<PostingRow>('select * from console.payment_postings($1, $2, $3)', [
      session,
      id,
      at,
    ]);
    return {
      ...presentOpened(row),
      // Nothing is decided about what has passed.
      ...(at !== null && { canBe: [] }),
      story: story.map(presentLine),
      postings: postings.map(presentPosting),
    };
  });
}

function presentOpened(row: OpenedRow): Omit<Opened, 'story' | 'postings'> {
  const review = presentReview(row);
  return {
    ...presentListed(row),
    fromWin: row.from_win,
    fromDep: row.from_dep,
    providerRef: row.provider_ref,
    failure: row.failure,
    sentAt: row.sent_at?.toISOString() ?? null,
    asked: row.asked,
    answer: row.asked_at && {
      askedAt: row.asked_at.toISOString(),
      answeredAt: row.answered_at.toISOString(),
      said: row.said,
      detail: row.answer,
    },
    review: review && {
      ...review,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at?.toISOString() ?? null,
      because: row.decided_because,
      told: row.told,
      takesTwo: row.takes_two,
      withdrawnInADay: row.withdrawn_in_a_day,
      payoutsWait: row.payouts_wait,
    },
    canBe: [...outcomesOf(row)],
    wallet: { dep: row.wallet_dep, win: row.wallet_win, held: row.wallet_held, owed: row.wallet_owed },
  };
}

type Outcome = Opened['canBe'][number];

/** What can be decided by hand, as the database allows it (console.can_be_decided). */
const outcomes: Readonly<Record<Direction, Partial<Record<PaymentStatus, readonly Outcome[]>>>> = {
  withdrawal: {
    created: ['paid', 'failed'],
    processing: ['paid', 'failed'],
    unknown: ['paid', 'failed'],
    failed: ['paid'],
  },
  deposit: {
    created: ['succeeded', 'failed'],
    pending: ['succeeded', 'failed'],
    expired: ['succeeded', 'failed'],
    failed: ['succeeded'],
    succeeded: ['refunded'],
  },
};

function outcomesOf({ direction, status }: OpenedRow): readonly Outcome[] {
  return outcomes[direction][status] ?? [];
}

function presentLine({ at, from_status, to_status, line, ...rest }: StoryRow): Opened['story'][number] {
  return {
    ...rest,
    at: at.toISOString(),
    fromStatus: from_status,
    toStatus: to_status,
    line: rest.source === 'act' ? line : null,
  };
}

function presentPosting({ at, from_account, to_account, ...posting }: PostingRow): Opened['postings'][number] {
  return { ...posting, at: at.toISOString(), from: from_account, to: to_account };
}
