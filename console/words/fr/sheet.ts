import type { words as english } from '#console/words/en/sheet.ts';

export const words: typeof english = {
  before: 'Avant, comme vous le voyez',
  beforeThat: 'Avant',
  after: 'Après',
  needsTwo: 'à approuver',
  reason: 'Motif, conservé pour toujours et montré à qui approuve',
  reasonGiven: (least) => `Le motif a au moins ${least} caractères`,
  moreLetters: (count) => (count === 1 ? 'encore 1 lettre' : `encore ${count} lettres`),
  typedInFull: (label) =>
    `Saisi en entier : ${label.replace(/^Saisissez\s*(à nouveau |:\s*)?/, '').replace(/^(le |la |les |l’)/, '')}`,
  mustRead: (value) => `Saisissez « ${value} » pour confirmer`,
  wasKept: 'Votre saisie précédente est encore là. Elle n’a pas été envoyée.',
  asAsked: '✓ comme demandé',
  signAndAsk: 'Signer avec la clé et envoyer',
  ask: 'Envoyer pour approbation',
  doIt: 'Confirmer',
  signing: 'Votre clé d’accès…',
  sending: 'Envoi…',
  leave: 'Annuler',
  leaves: 'annule sans envoyer',
  met: 'rempli',
  unmet: 'non rempli',
};
