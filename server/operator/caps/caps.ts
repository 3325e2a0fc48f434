import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/caps.ts';
import { betTypeOfCode, betTypes, type BetName } from '#domain/bet-types.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askFor, type AskedFor } from '#server/operator/acts/ask-for.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/door/operators.ts';

type Caps = AnswerOf<typeof contract.readCaps>['data'];
type Of<Shown> = Omit<Shown, 'name'> & { readonly betType: number | null };
type InDraw<Shown> = Omit<Of<Shown>, 'draw'> & { readonly draw: string | null; readonly drawsAt: string | null };

/** As the database writes it: bet types by code, instants with microseconds. */
interface CapsRow {
  readonly now: string;
  readonly caps: readonly Of<Caps['caps'][number]>[];
  readonly computedAt: string | null;
  readonly decisions: readonly InDraw<Caps['decisions'][number]>[];
  readonly pauses: readonly InDraw<Caps['pauses'][number]>[];
}

/** The caps of a draw, null for a draw that has none of its own; and what was decided and paused. */
export async function readCaps(operators: Operators, { session }: Operator, drawId: string | null): Promise<Caps> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<{ caps: CapsRow }>('select console.read_caps($1, $2) as caps', [session, drawId]),
  );
  const { now, caps, computedAt, decisions, pauses } = row!.caps;
  return {
    now: instant(now),
    caps: caps.map(({ betType, setAt, ...cap }) => ({
      name: nameOf(betType),
      measure: cap.measure,
      amount: cap.amount,
      ofDraw: cap.ofDraw,
      setAt: instant(setAt),
      setBy: cap.setBy,
      reason: cap.reason,
      request: cap.request,
      own: cap.own,
      figure: cap.figure,
      asked: cap.asked,
    })),
    computedAt: computedAt === null ? null : instant(computedAt),
    decisions: decisions.map(({ draw, drawsAt, betType, setAt, ...decision }) => ({
      ...decision,
      draw: draw === null ? null : { id: draw, drawsAt: instant(drawsAt!) },
      name: nameOf(betType),
      setAt: instant(setAt),
    })),
    pauses: pauses.map(({ draw, drawsAt, betType, stoppedAt, endedAt, ...pause }) => ({
      ...pause,
      draw: { id: draw!, drawsAt: instant(drawsAt!) },
      name: nameOf(betType),
      stoppedAt: instant(stoppedAt),
      endedAt: endedAt === null ? null : instant(endedAt),
    })),
  };
}

const instant = (written: string) => new Date(written).toISOString();

function nameOf(betType: number | null): BetName | null {
  return betType === null ? null : betTypeOfCode(betType).name;
}

function codeOf(name: BetName | null | undefined): number | null {
  return name == null ? null : betTypes[name].code;
}

interface Lowered {
  readonly outcome: 'lowered' | 'not_lower' | 'not_on_sale';
  readonly amount: number;
}

/** Lowers a cap, at once. @throws Refusal conflict where it would not be lower, or the draw is not on sale */
export async function lowerCap(
  operators: Operators,
  { session }: Operator,
  { draw = null, name, measure, amount, reason }: RequestOf<typeof contract.lowerCap>['body'],
): Promise<Acted<{ readonly amount: number }>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<Lowered>('select outcome, amount from console.lower_cap($1, $2, $3, $4, $5, $6)', [
      session,
      draw,
      codeOf(name),
      measure,
      amount,
      reason,
    ]);
    const lowered = row!;
    if (lowered.outcome === 'lowered') return { amount };
    throw new Refusal('conflict', {
      detail: ({ operators: says, francs }) =>
        lowered.outcome === 'not_on_sale' ? says.cap.notOnSale : says.cap.notLower(francs(lowered.amount)),
    });
  });
}

interface RaisableRow {
  readonly subject: string;
  readonly old_values: object;
  readonly new_values: object;
}

/** Asks to raise a cap. @returns the request @throws Refusal not_found for an unknown draw; as askFor */
export async function askToRaiseCap(
  operators: Operators,
  operator: Operator,
  { draw = null, name, measure, amount, reason, signature }: RequestOf<typeof contract.raiseCap>['body'],
): Promise<AskedFor> {
  const [row] = await actAs(operators, (tx) =>
    tx.query<RaisableRow>('select * from console.cap_to_raise($1, $2, $3, $4, $5)', [
      operator.session,
      draw,
      codeOf(name),
      measure,
      amount,
    ]),
  );
  if (row === undefined) throw new Refusal('not_found');
  const { subject, old_values: oldValues, new_values: newValues } = row;
  return askFor(operators, operator, { kind: 'raise_cap', subject, oldValues, newValues, reason }, signature);
}
