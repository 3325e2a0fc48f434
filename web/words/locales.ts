/**
 * The languages of the app. Each is built by itself and has its own addresses, which begin with its `base`: a page loads one
 * language only. The switcher in the header lists these.
 */
export const locales = [
  { code: 'en', name: 'English', base: '' },
  { code: 'fr', name: 'Français', base: '/fr' },
] as const;

export type Locale = (typeof locales)[number]['code'];
