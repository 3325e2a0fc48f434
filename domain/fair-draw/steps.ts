/**
 * One step of a check. `pending` waits for something that does not exist yet; `skipped` could not be checked, because
 * what it needs was not given or is itself wrong. Neither is a lie: only `failed` is.
 */
export interface Step<Name extends string = string> {
  readonly name: Name;
  readonly state: StepState;
  /** A stable code: `ok`, or the fault that was found. */
  readonly code: string;
  /** The meaning of the code, for a person. */
  readonly sentence: string;
}

type StepState = 'passed' | 'failed' | 'pending' | 'skipped';
export type Finding = Omit<Step, 'name'>;

export function passed(sentence: string, code = 'ok'): Finding {
  return { state: 'passed', code, sentence };
}

export function failed(code: string, sentence: string): Finding {
  return { state: 'failed', code, sentence };
}

export function pending(sentence: string, code = 'not_yet'): Finding {
  return { state: 'pending', code, sentence };
}

export function skipped(sentence: string, code = 'not_checked'): Finding {
  return { state: 'skipped', code, sentence };
}

/** The outcome of a whole check: `partial` when nothing is wrong but some step could not be checked. */
export type Verdict = 'proved' | 'refuted' | 'pending' | 'partial';

export function verdictOf(steps: readonly Step[]): Verdict {
  const states = new Set(steps.map((step) => step.state));
  if (states.has('failed')) return 'refuted';
  if (states.has('pending')) return 'pending';
  return states.has('skipped') ? 'partial' : 'proved';
}
