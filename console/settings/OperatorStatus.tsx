import type { listOperators } from '#contract/calls/operator/operators.ts';
import { serverNow } from '#console/clock/clock.ts';
import { Status, type Tone } from '#console/kit/Status.tsx';
import type { RowOf } from '#console/kit/useList.ts';
import { words } from '#console/words/en/settings.ts';

export type ListedOperator = RowOf<typeof listOperators>;

const { states } = words.operators;
type State = keyof typeof states;
const tones: Readonly<Record<State, Tone>> = {
  disabled: 'idle',
  invited: 'wait',
  locked: 'wait',
  new: 'run',
  active: 'ok',
};

function stateOf({ disabledAt, activeAt, lockedUntil, approvesFrom }: ListedOperator): State {
  const now = serverNow();
  if (disabledAt !== null) return 'disabled';
  if (activeAt === null) return 'invited';
  if (lockedUntil !== null && Date.parse(lockedUntil) > now) return 'locked';
  return Date.parse(approvesFrom) > now ? 'new' : 'active';
}

export function OperatorStatus({ of: operator }: { readonly of: ListedOperator }) {
  const state = stateOf(operator);
  return <Status is={tones[state]}>{states[state]}</Status>;
}
