import type * as english from '#console/words/en/units.ts';

export const day: typeof english.day = 'j';

export const colon: typeof english.colon = ' : ';

export const weekdays: typeof english.weekdays = 'dim. lun. mar. mer. jeu. ven. sam.';
