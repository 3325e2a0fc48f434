import type { words as english } from '#console/words/en/api.ts';

export const words: typeof english = {
  'no answer': {
    title: 'Pas de réponse',
    text: 'La console ne joint pas son serveur. Vérifiez votre réseau, puis réessayez.',
  },
  'too late': {
    title: 'Pas de réponse à temps',
    text: 'Le serveur a mis trop longtemps. Votre action a peut-être abouti : vérifiez d’abord.',
  },
  unreadable: {
    title: 'Réponse étrangère à la console',
    text: 'Quelque chose a répondu en chemin à la place du serveur.',
  },
  'nothing there': {
    title: 'Rien ici',
    text: 'Il n’y a rien à cette adresse. Passez par la liste.',
  },
  refused: (status) => ({ title: 'Refusé', text: `Le serveur a répondu par le statut ${status}.` }),
  passkey: {
    cancelled: {
      title: 'Non signé',
      text: 'La clé d’accès n’a pas servi : annulation, délai dépassé, ou aucune clé adaptée à portée. Rien n’a été envoyé.',
    },
    notMade: {
      title: 'Aucune clé d’accès créée',
      text: 'La création a été annulée ou a pris trop de temps. Rien n’a été envoyé.',
    },
    exists: {
      title: 'Déjà enregistrée',
      text: 'Cet authentificateur contient déjà une de vos clés d’accès. Prenez-en un autre.',
    },
    unavailable: {
      title: 'Pas de clés d’accès ici',
      text: 'Ce navigateur, ou cette adresse, ne permet pas les clés d’accès.',
    },
  },
  bug: {
    title: 'Cette partie est en panne',
    text: 'Rechargez la page. Si le problème persiste, prévenez la personne chargée de la console.',
  },
};
