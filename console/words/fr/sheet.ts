import type { words as english } from '#console/words/en/sheet.ts';

export const words: typeof english = {
  before: 'Avant, comme vous le voyez',
  beforeThat: 'Avant',
  after: 'Après',
  needsTwo: 'à deux',
  reason: 'Motif, conservé pour toujours et montré à qui approuve',
  reasonGiven: (least) => `Le motif a au moins ${least} caractères`,
  typedInFull: (label) =>
    `Saisi en entier : ${label.replace(/^Saisissez\s*(à nouveau |:\s*)?/, '').replace(/^(le |la |les |l’)/, '')}`,
  mustRead: (value) => `doit être ${value}`,
  wasKept: 'Votre saisie précédente est encore là. Elle n’a pas été envoyée.',
  asAsked: '✓ comme demandé',
  signAndAsk: 'Signer avec la clé et demander',
  ask: 'Demander',
  doIt: 'Exécuter',
  signing: 'Votre clé d’accès…',
  sending: 'Envoi…',
  leave: 'Quitter',
  leaves: 'quitte sans demander',
  met: 'rempli',
  unmet: 'non rempli',
};
