/**
 * The languages of the console. Each is built by itself and has its own addresses, which begin with its `base`: an operator loads
 * one language only. `public/boot.js` knows the same.
 */
export const locales = [
  { code: 'en', name: 'English', base: '' },
  { code: 'fr', name: 'Français', base: '/fr' },
] as const;

export type Locale = (typeof locales)[number]['code'];
