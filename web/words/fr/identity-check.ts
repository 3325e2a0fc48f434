import type { words as english } from '#web/words/en/identity-check.ts';

export const words: typeof english = {
  tier: {
    0: {
      title: 'Téléphone non confirmé',
      text: 'Aucun argent ne peut être ajouté ni retiré tant que votre téléphone n’est pas confirmé.',
    },
    1: {
      title: 'Téléphone confirmé',
      text: 'Vous pouvez jouer. Envoyez une pièce d’identité si vous voulez recharger ou retirer davantage.',
    },
    2: { title: 'Identité confirmée', text: 'Votre pièce d’identité a été acceptée.' },
  },
  noLimits: 'Sur ce site, aucune pièce n’est demandée pour recharger ou retirer.',
  used: {
    deposit: { perDay: 'Rechargé en 24 heures', per30Days: 'Rechargé en 30 jours' },
    withdrawal: { perDay: 'Retiré en 24 heures', per30Days: 'Retiré en 30 jours' },
  },
  usedOf: (used, limit) => `${used} sur ${limit}`,
  waitingWin: {
    title: (amount) => `Votre gain de ${amount} attend une pièce d’identité`,
    text: 'Avant de verser un gain de plus de 1 000 000 F CFA, nous devons savoir qui vous êtes. Vous pouvez déjà jouer avec.',
  },

  title: 'Pièce d’identité',
  lead: 'Il nous faut des photos d’une pièce valable avec votre nom, votre photo et votre date de naissance. Seule notre équipe les voit, et vous pouvez les télécharger ou les effacer avec vos données.',
  confirmFirst: 'Confirmez d’abord votre téléphone.',

  type: 'Pièce',
  types: {
    national_id: 'Carte nationale d’identité',
    passport: 'Passeport',
    residence_permit: 'Titre de séjour',
    driving_licence: 'Permis de conduire',
  },
  country: 'Délivrée par',
  number: 'Numéro de la pièce',
  expiresOn: 'Valable jusqu’au',
  expiresOnWrong: 'Saisissez le dernier jour de validité, comme 24/08/2031.',
  start: 'Passer aux photos',

  ending: (type, last4) => `${type} finissant par ${last4}`,
  sides: { front: 'Recto', back: 'Verso' },
  photoPage: 'Page avec la photo',
  hints: 'Posez la pièce sur une surface sombre. Tous les coins et toutes les lettres doivent être nets, sans reflets.',
  take: (side) => `Prendre la photo : ${side.toLowerCase()}`,
  retake: (side) => `Reprendre la photo : ${side.toLowerCase()}`,
  preview: (side) => `Votre photo : ${side.toLowerCase()}`,
  noPhoto: 'Pas encore de photo',
  sentBefore: 'Envoyée',
  reading: 'Lecture de la photo',
  sending: (percent) => `Envoi : ${percent} %`,
  sent: 'Photo envoyée',
  noPicture: {
    title: 'Ce n’est pas une photo',
    text: 'Votre navigateur ne peut pas lire ce fichier. Prenez une photo, ou choisissez un JPEG ou un PNG.',
  },
  progress: (side) => `Envoi : ${side.toLowerCase()}`,
  submit: 'Envoyer pour contrôle',
  submitted: 'Votre pièce nous est envoyée.',
  other: 'Utiliser une autre pièce',

  waiting: {
    title: 'Nous contrôlons votre pièce',
    text: (document) => `${document}. Nous vous enverrons un message quand nous l’aurons examinée.`,
  },
  accepted: { title: 'Votre pièce a été acceptée' },
  refused: {
    title: 'Votre pièce n’a pas été acceptée',
    again: 'Vous pouvez en envoyer une autre, ou de meilleures photos.',
  },
};
