import { line } from '#contract/values.ts';

/** What its owner calls a passkey. */
export const passkeyName = line(1, 60);
