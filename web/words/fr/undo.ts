import type { words as english } from '#web/words/en/undo.ts';

export const words: typeof english = {
  title: 'Protégez votre compte',
  lead: 'Nous vous avons dit ce qui a été fait sur votre compte, et ce n’était pas vous ?',
  does: 'Si vous continuez :',
  effects: [
    'Tout le monde est déconnecté de votre compte, vous aussi.',
    'Le mot de passe ne marche plus. Vous en choisissez un nouveau avec un code.',
    'Un téléphone ou un e-mail changé redevient l’ancien. Il faut le confirmer à nouveau pour qu’il compte.',
    'Les retraits s’arrêtent jusqu’à ce que nous ayons parlé avec vous. Aucun argent ne sort.',
  ],
  was: 'Si c’était vous, fermez cette page. Rien ne s’est encore passé.',
  undo: 'Protéger mon compte',

  done: {
    title: 'Votre compte est protégé',
    text: 'Si le lien était encore bon, tout le monde est déconnecté et les retraits sont arrêtés.',
    next: 'Que faire maintenant',
    steps: ['Choisissez un nouveau mot de passe.', 'Contactez-nous, pour que nous rouvrions les retraits.'],
    password: 'Choisir un nouveau mot de passe',
    contact: 'Comment nous contacter',
  },

  none: {
    title: 'Ce lien est incomplet',
    text: 'Ouvrez à nouveau le lien de notre message, ou copiez-le en entier. Un lien sert une fois, pendant 72 heures.',
    otherwise: 'S’il est plus ancien, choisissez un nouveau mot de passe et contactez-nous.',
  },
};
