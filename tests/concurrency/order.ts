/**
 * Something that was asked of one account and answered, at moments of one clock. It is consistent with an account that has
 * gone through `state` of its changes where `fits` says so.
 */
export interface Observation {
  readonly what: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly fits: (state: number) => boolean;
  /** For a change that took place within the two moments: which one it is, counted from 1. */
  readonly isChange?: number;
}

/**
 * Whether there is one order that explains every answer: states are only gone through forwards, and whatever had ended
 * before something else began saw no later state than that one. Returns what cannot be explained; nothing, when all can.
 *
 * Each observation is given the earliest state that it allows and that those before it leave, so that if this finds no
 * order there is none.
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
