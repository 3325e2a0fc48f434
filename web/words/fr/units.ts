import type * as english from '#web/words/en/units.ts';

export const day: typeof english.day = 'j';
export const kilobytes: typeof english.kilobytes = 'ko';
export const megabytes: typeof english.megabytes = 'Mo';
