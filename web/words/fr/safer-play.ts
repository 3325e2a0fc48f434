import type { words as english } from '#web/words/en/safer-play.ts';

export const words: typeof english = {
  limits: {
    title: 'Limites de jeu',
    note: 'Le maximum que vous pouvez déposer et miser',
  },
  breaks: {
    title: 'Faire une pause',
    note: 'Ni paris ni dépôts pendant un temps',
  },
  offer: {
    signUp: 'Décidez d’abord combien vous voulez dépenser :',
    deposit: 'Votre premier dépôt ? Décidez combien vous voulez dépenser :',
    link: 'fixez vos limites de jeu',
  },
};
