/** The line that offers the other language, in that language, to a visitor whose browser prefers it. */
export const words = {
  locale: 'fr',
  text: 'Ce site existe aussi en français.',
  go: 'Continuer en français',
  keep: 'Non merci',
};
