import { line } from '#contract/values.ts';

/** The owner's name for a passkey. */
export const passkeyName = line(1, 60);
