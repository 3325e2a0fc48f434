import type { words as english } from '#web/words/en/session.ts';

export const words: typeof english = {
  logOut: {
    title: 'Se déconnecter ?',
    deletes: (tickets) =>
      tickets < 2
        ? 'Votre panier contient un ticket non payé. La déconnexion le supprime.'
        : `Votre panier contient ${tickets} tickets non payés. La déconnexion les supprime.`,
    confirm: (tickets) => (tickets < 2 ? 'Se déconnecter et le supprimer' : 'Se déconnecter et les supprimer'),
    checkout: 'Aller à la validation',
    cancel: 'Annuler',
  },
};
