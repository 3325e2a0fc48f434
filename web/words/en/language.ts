/** The language of this build. */
export const language: string = 'en';

/** The beginning of the addresses of its pages. */
export const base: string = '';

/** The address of a page's path, with search and hash, in this language. */
export const addressIn = (path: string): string => base + path;
