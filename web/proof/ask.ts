import { create } from 'zustand';
import type { NeededProof } from '#contract/problems.ts';

interface Asked {
  readonly needed: NeededProof;
  readonly answer: (isProven: boolean) => void;
}

export const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** Opens the dialog "Confirm it is you", and resolves to whether the client has confirmed it. */
export function askForProof(needed: NeededProof): Promise<boolean> {
  return new Promise((resolve) => {
    endAsking(false);
    useAsked.setState({ asked: { needed, answer: resolve } });
  });
}

/** Closes the dialog. */
export function endAsking(isProven: boolean): void {
  const { asked } = useAsked.getState();
  useAsked.setState({ asked: null });
  asked?.answer(isProven);
}
