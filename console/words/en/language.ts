/** The language of this build. */
export const language: string = 'en';

/** What the addresses of its screens begin with. */
export const base: string = '';
