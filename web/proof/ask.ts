import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { NeededProof } from '#contract/problems.ts';

interface Asked {
  readonly needed: NeededProof;
  readonly answer: (isProven: boolean) => void;
}

const store = createStore<{ asked: Asked | null }>(() => ({ asked: null }));

/** The act that the client is asked to confirm; null while there is none. */
export function useAsked(): Asked | null {
  return useSyncExternalStore(
    store.subscribe,
    () => store.getState().asked,
    () => null,
  );
}

/** Opens the dialog "Confirm it is you", and resolves to whether the client has confirmed it. */
export function askForProof(needed: NeededProof): Promise<boolean> {
  return new Promise((resolve) => {
    endAsking(false);
    store.setState({ asked: { needed, answer: resolve } });
  });
}

/** Closes the dialog. */
export function endAsking(isProven: boolean): void {
  const { asked } = store.getState();
  store.setState({ asked: null });
  asked?.answer(isProven);
}
