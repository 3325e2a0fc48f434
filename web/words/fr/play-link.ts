import type { words as english } from '#web/words/en/play-link.ts';

export const words: typeof english = {
  share: 'Jouez avec moi',
  title: (name, numbers) => `Jouez avec moi : ${name} ${numbers}`,
  copied: 'Le lien est copié.',
  notCopied: 'Copiez ce lien :',

  ticket: (name, numbers, amount) => `${name} ${numbers}, ${amount}`,
  filled: (ticket, time) => `${ticket} est rempli ci-dessous, pour le tirage ${time}.`,
  closed: (closed) => `Le tirage ${closed} est clos.`,
  unknown: (time) => `Aucun tirage n’est ouvert à ${time}.`,
  noSales: 'Aucun tirage n’est ouvert.',
  free: 'Changez ce que vous voulez. Rien n’est encore payé.',
  basket: 'Ce qui est dans votre panier y reste.',
  begun: (ticket) => `Le lien porte ${ticket}. Vous avez commencé un ticket, qu’il remplacerait.`,
  take: 'Prendre le lien',
  keep: 'Garder le mien',
  close: 'Fermer',
  bad: 'Ce lien ne porte aucun ticket jouable. Demandez-en un autre, ou choisissez vos numéros.',
};
