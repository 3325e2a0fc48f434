/** The language of this build. */
export const language: string = 'en';

/** What the addresses of its pages begin with. */
export const base: string = '';

/** The address of a page's path, with search and hash, in this language. */
export const addressIn = (path: string): string => base + path;
