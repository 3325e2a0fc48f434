import type { words as english } from '#console/words/en/documents.ts';

export const words: typeof english = {
  title: 'Pièces d’identité',
  columns: { type: 'Pièce' },
  types: {
    national_id: 'Carte nationale d’identité',
    passport: 'Passeport',
    residence_permit: 'Titre de séjour',
    driving_licence: 'Permis de conduire',
  },
  waiting: 'En attente',
  none: 'Aucune pièce en attente',
  opened: (id) => `Pièce du joueur ${id}`,
  recorded: 'L’ouverture d’une pièce est consignée, et le joueur voit qu’on l’a consultée.',
  facts: {
    number: 'Numéro',
    valid: 'Valable jusqu’au',
    says: 'Selon le joueur',
    born: 'Naissance',
    matches: 'Peut-être exclu comme',
    noMatch: 'personne',
    decided: 'Décidé',
  },
  sides: { front: 'Recto', back: 'Verso' },
  picture: (side) => `${side} de la pièce`,
  decide: 'Décider…',
  sheet: {
    title: 'Décider de la pièce',
    intro:
      'Comparez photos, numéro, nom et date de naissance. Une personne de moins de 18 ans est refusée, et le compte est fermé.',
    decision: 'Décision',
    accept: 'Accepter',
    refuse: 'Refuser',
    birthDate: 'Date de naissance sur la pièce',
    other: 'Est-ce la personne exclue de ce nom ?',
    isOther: 'Non, quelqu’un d’autre',
    maybeSame: 'Pas certain',
    born: 'La date de naissance de la pièce est saisie',
    do: 'Décider',
    refuseReason: 'Le joueur lit le motif.',
  },
  outcomes: {
    accepted: 'La pièce est acceptée.',
    refused: 'La pièce est refusée.',
    underage: 'Le joueur a moins de 18 ans : pièce refusée, compte fermé.',
  },
  only: 'Décision de la conformité',
};
