/** The languages the catalogue has. The switcher in the header lists these. */
export const locales = [{ code: 'en', name: 'English' }] as const;
