import type * as english from '#web/words/en/language.ts';

export const language: typeof english.language = 'fr';

export const base: typeof english.base = '/fr';

export const addressIn: typeof english.addressIn = (path) => base + path;
