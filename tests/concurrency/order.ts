/**
 * A request about one account and its answer, with times of one clock. It is consistent with an account that has made
 * `state` of its changes when `fits` says so.
 */
export interface Observation {
  readonly what: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly fits: (state: number) => boolean;
  /** For a change that took place between the two times: its number, counted from 1. */
  readonly isChange?: number;
}

/**
 * Whether one order explains every answer (linearizability): states only advance, and an observation that ended before
 * another one began saw no later state than that one. Returns what cannot be explained; empty when everything can.
 *
 * Each observation gets the earliest state that it allows and that those before it leave. So if this finds no order, there
 * is none.
 */
export function findContradictions(observations: readonly Observation[], states: number): string[] {
  const byEnd = observations.toSorted((a, b) => a.endedAt - b.endedAt);
  const stateOf = new Map<Observation, number>();
  const contradictions: string[] = [];
  let ended = 0;
  let earliest = 0;
  for (const observation of observations.toSorted((a, b) => a.startedAt - b.startedAt)) {
    for (; byEnd[ended]!.endedAt < observation.startedAt; ended++) {
      earliest = Math.max(earliest, stateOf.get(byEnd[ended]!)!);
    }
    const state = findState(observation, earliest, states);
    if (state === null) contradictions.push(`${observation.what} does not fit any state from ${earliest} to ${states}`);
    stateOf.set(observation, state ?? earliest);
  }
  return contradictions;
}

function findState({ fits, isChange }: Observation, earliest: number, states: number): number | null {
  if (isChange !== undefined) return earliest < isChange ? isChange : null;
  for (let state = earliest; state <= states; state++) if (fits(state)) return state;
  return null;
}
