import type * as english from '#web/words/en/marks.ts';

export const colon: typeof english.colon = ' : ';
