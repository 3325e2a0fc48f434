/** The language of this build. */
export const language: string = 'en';

/** The beginning of the addresses of its screens. */
export const base: string = '';
