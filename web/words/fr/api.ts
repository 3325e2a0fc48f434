import type { words as english } from '#web/words/en/api.ts';

export const words: typeof english = {
  FETCH_ERROR: {
    title: 'Pas de connexion',
    text: 'Vérifiez votre connexion, puis réessayez.',
  },
  TIMEOUT_ERROR: {
    title: 'La réponse tarde',
    text: 'Votre connexion est peut-être lente. Réessayez dans un instant.',
  },
  PARSING_ERROR: {
    title: 'La réponse est illisible',
    text: 'Sur un réseau public, connectez-vous d’abord à ce réseau.',
  },
  serverDown: {
    title: 'Le site a un problème',
    text: 'Cela vient de nous, pas de vous. Réessayez dans un instant.',
  },
  refused: (status) => ({
    title: 'Cela n’a pas marché',
    text: `Le site a refusé (${status}). Réessayez dans un instant.`,
  }),
  bug: {
    title: 'Une erreur s’est produite',
    text: 'Réessayez, ou rechargez la page.',
  },
};
