import type { Challenge } from '#contract/identity.ts';

export interface SecondStepProps {
  challenge: Challenge;
  remember: boolean;
  /** What was typed to sign in: a phone or an e-mail address. */
  identifier?: string;
  /** What the page after it says. */
  done?: string;
  /** The challenge is over, or the client goes back. */
  onOver: () => void;
}
