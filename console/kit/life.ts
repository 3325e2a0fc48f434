/** One step of a planned life: a draw's, a payment's. Times in milliseconds since 1970. */
export interface Step {
  readonly name: string;
  readonly planned: number | null;
  /** Null while it has not come. */
  readonly real: number | null;
}

export interface PlacedStep extends Step {
  /** `late`: the first late step, which is the cause · `now`: the awaited step. */
  readonly state: 'done' | 'late' | 'now' | 'coming';
  /** Actual minus planned time, in milliseconds; for the awaited step, how late it is by now. */
  readonly difference: number | null;
}

/**
 * The state of each step of a draw's or a payment's life. Only the first late step is the cause; the late steps after it are not marked.
 *
 * @param tolerance in milliseconds: a step later than this is late
 * @param now null for a life that has ended early: then nothing is waited for
 */
export function placeSteps(steps: readonly Step[], tolerance: number, now: number | null): readonly PlacedStep[] {
  const next = now === null ? -1 : steps.findIndex(({ real }) => real === null);
  let hasCause = false;
  return steps.map((step, index) => {
    const at = step.real ?? (index === next ? now : null);
    const difference = at === null || step.planned === null ? null : at - step.planned;
    const isLate = difference !== null && difference > tolerance && !hasCause;
    if (isLate) hasCause = true;
    const state =
      step.real === null ? (index === next ? (isLate ? 'late' : 'now') : 'coming') : isLate ? 'late' : 'done';
    // The awaited step has no difference before its time.
    return { ...step, state, difference: step.real === null && (difference ?? -1) < 0 ? null : difference };
  });
}
