/** The strip that offers the other language, in that language, to a visitor whose browser prefers it. */
export const words = {
  locale: 'fr',
  text: 'Izi parle aussi français.',
  go: 'Continuer',
  close: 'Fermer',
};
