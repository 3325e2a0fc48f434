import type * as english from '#console/words/en/language.ts';

export const language: typeof english.language = 'fr';

export const base: typeof english.base = '/fr';
