import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';

const recoveryCodeWanted = words.wholeRecoveryCode;

/** One of ten: a digit, then twelve characters, such as `3-7K2M-9QXA-V0TR`. */
export const recoveryCode = v.pipe(
  v.string(words.recoveryCode),
  v.trim(),
  v.regex(/^\d(?:[ -]?[0-9A-Za-z]){12}$/, recoveryCodeWanted),
);
