import * as v from 'valibot';

const recoveryCodeWanted = 'Enter a whole recovery code, such as 3-7K2M-9QXA-V0TR.';

/** One of ten: a digit, then twelve characters, such as `3-7K2M-9QXA-V0TR`. */
export const recoveryCode = v.pipe(
  v.string('Enter a recovery code.'),
  v.trim(),
  v.regex(/^\d(?:[ -]?[0-9A-Za-z]){12}$/, recoveryCodeWanted),
);
