import type { words as english } from '#web/words/en/reality-check.ts';

export const words: typeof english = {
  title: 'Faites le point',
  signedIn: (since) => `Vous êtes connecté depuis le ${since}.`,
  sums: (staked, returned) => `Depuis, vous avez misé ${staked} et ${returned} vous sont revenus.`,
  lost: (amount) => `Vous avez donc ${amount} de moins.`,
  won: (amount) => `Vous avez donc ${amount} de plus.`,
  even: 'Vous avez donc autant qu’avant.',
  goOn: 'Continuer',
  pause: 'Faire une pause',
  choice: {
    title: 'Point régulier',
    lead: 'Après quelques minutes de jeu, nous vous disons depuis quand vous êtes connecté, et ce que le jeu vous a coûté depuis.',
    howOften: 'À quelle fréquence',
    never: 'Jamais',
    minutes: (minutes) => `${minutes} minutes`,
    saving: 'Enregistrement …',
    saved: 'Votre choix est enregistré.',
    notSaved: 'Votre choix n’a pas été enregistré',
    stays: (choice) => `Rien n’a changé\u202F: ${choice}.`,
  },
};
