import type { Challenge } from '#contract/identity.ts';

export interface SecondStepProps {
  challenge: Challenge;
  remember: boolean;
  /** The text that was typed to sign in: a phone or an e-mail address. */
  identifier?: string;
  /** The message of the page after it. */
  done?: string;
  /** The challenge is over, or the client goes back. */
  onOver: () => void;
}
