import type { words as english } from '#web/words/en/stage.ts';
import { words as game } from './game.ts';

const places = [
  'Première',
  'Deuxième',
  'Troisième',
  'Quatrième',
  'Cinquième',
  'Sixième',
  'Septième',
  'Huitième',
  'Neuvième',
];

export const words: typeof english = {
  stage: (at) => `Le tirage de ${at}`,
  draw: (at) => `Tirage ${at}`,
  salesCloseIn: 'Clôture dans',
  closed: 'Clos, tirage dans',
  drawing: 'Tirage en cours',
  late: 'Tirage toujours en cours',
  nineInBowl: 'Neuf dans le bol',
  inBowl: (balls) => (balls < 2 ? `${balls} boule dans le bol` : `${balls} boules dans le bol`),
  came: (place, number) => `${places[place]} : ${number}`,
  allOut: 'Les neuf sont sorties',
  settled: 'Tiré et payé',
  void: 'Annulé',

  sealing: 'Mises closes. Scellement des tickets.',
  sealed: (at) => `Scellé ✓ avant la première boule, à ${at}`,
  takesLong: 'Cela prend du temps. Vos tickets sont gardés.',
  refunded: 'Chaque mise est remboursée.',

  result: 'Résultat',
  notYet: 'pas encore sorti',
  play: 'Jouer',
  skip: 'Passer',
  again: 'Revoir le tirage',
  check: 'Vérifier',
  paying: (names) => (names.length === 1 ? `${names[0]} ✓` : `${names.length} tickets ✓`),
  seats: 'Vos tickets sur ce tirage',
  ofNeeded: (name, hits, needed) => `${name}, ${hits} sur ${needed}`,
  others: (count) => (count < 2 ? `et ${count} autre` : `et ${count} autres`),
  openFor: (time) => `Mises ouvertes pour ${time}`,

  soFar: (paid, staked) => `Pour l’instant ${paid} · misé ${staked}`,
  paidInLater: 'Versé après la neuvième boule.',
  beingPaid: 'Versement en cours …',
  pays: (amount) => `Rapporte ${amount}`,
  paid: (amount) => `Payé ${amount}`,
  open: 'En jeu',
  openTicket: (name, serial) => `${name}, ticket ${serial}`,

  cameOut: (number, place) => `${number} sorti ${game.ordinal(place)}`,
  inPlace: (count) => (count === 0 ? 'Aucun à la bonne place' : `${count} sur neuf à la bonne place`),
  missed: {
    IziOrder: 'Moins de trois à la bonne place',
    IziOne: 'Un autre numéro est premier',
    IziTwo: 'Pas les deux premiers',
    IziABC: 'Pas dans les trois premiers',
    Izi2x: 'Moins de deux dans les trois premiers',
    Izi3x: 'Pas tous dans les trois premiers',
  },
  wanted: {
    IziOrder: 'Trois ou plus à la bonne place',
    IziOne: 'Doit sortir premier',
    IziTwo: 'Tous deux dans les deux premiers',
    IziABC: 'Dans les trois premiers',
    Izi2x: 'Deux dans les trois premiers',
    Izi3x: 'Tous dans les trois premiers',
  },

  said: {
    closed: 'Les mises sont closes. Le tirage commence.',
    drawn: (numbers) => `Sortis : ${numbers}.`,
    outcome: (paid, staked) => `Vos tickets rapportent ${paid}, misé ${staked}.`,
  },

  win: {
    title: 'Vous avez gagné',
    about: (at) => `Tirage ${at}, mises déduites`,
    because: (parts) =>
      `Votre ${[parts.slice(0, -1).join(', votre '), ...parts.slice(-1)].filter(Boolean).join(' et votre ')}.`,
    cameOut: (number, place, isFirstOfAll) => `${number} ${isFirstOfAll ? 'est sorti ' : ''}${game.ordinal(place)}`,
    inOrder: (count) =>
      count === 9
        ? 'Vos neuf numéros sont sortis à la bonne place.'
        : `${count} de vos neuf numéros ${count < 2 ? 'est sorti' : 'sont sortis'} à la bonne place.`,
    line: (name, numbers, stake, mult) => `${name} ${numbers}, ${stake} ${mult}`,
    staked: (tickets) => `Misé sur ce tirage, ${tickets < 2 ? `${tickets} ticket` : `${tickets} tickets`}`,
    ahead: 'Bénéfice sur ce tirage',
    withdraw: 'Retirer',
    playAgain: 'Rejouer',
    share: 'Partager une image',
    proof: 'Vérifier ce tirage',
    balance: (amount) => `Solde ${amount}`,
    close: 'Fermer',
  },
};
