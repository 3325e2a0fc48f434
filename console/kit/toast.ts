import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

export interface Told {
  readonly id: number;
  readonly says: string;
  /** The number of the line in the audit that says the same, and stays. */
  readonly auditLine?: number | undefined;
}

const store = createStore<{ told: Told | null }>(() => ({ told: null }));
/** Long enough to read it twice, in milliseconds. */
const shownFor = 8_000;
let timer: ReturnType<typeof setTimeout>;
let last = 0;

export function useToast(): Told | null {
  return useSyncExternalStore(store.subscribe, () => store.getState().told);
}

/** Confirms an act, with the number of its line in the audit. The screen has to show the result elsewhere too. */
export function tell(says: string, auditLine?: number): void {
  clearTimeout(timer);
  store.setState({ told: { id: ++last, says, auditLine } });
  timer = setTimeout(dismissToast, shownFor);
}

export function dismissToast(): void {
  clearTimeout(timer);
  store.setState({ told: null });
}
