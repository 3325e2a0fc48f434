import { formatAmount } from '#domain/money.ts';
import type { words as english } from '#web/words/en/play-parts.ts';
import { list } from './game.ts';

export const words: typeof english = {
  undo: 'Annuler',
  clear: 'Effacer',
  cancel: 'Annuler',
  noneWaiting: 'Aucun ticket n’attend de tirage',

  tiers: (name) => `Ce que rapporte ${name}`,
  inPlace: 'En place',
  payoutFor: (stake) => `${stake} rapportent`,
  chance: 'Probabilité',
  oneIn: (oneIn) => `1 sur ${oneIn}`,
  anyPrize: 'Un gain',
  noPrize: 'Aucun gain',
  losers: (losers, all) => `${losers} sur ${all}`,
  highestOnly: 'Seule la ligne la plus haute est payée. Huit est impossible : le neuvième serait aussi à sa place.',
  toScale: (rtp) =>
    `Rend ${rtp} à la longue. Les traits sont à l’échelle ; ceux des plus gros gains sont trop fins pour être vus.`,
  topPrize: 'Gros lot, neuf en place',
  smallestPrize: 'Un gain, trois et plus',
  andUp: (sum) => `${sum} et plus`,

  reorder: 'Glissez une boule à une autre place, ou touchez-en deux pour les échanger.',
  placed: (number, place) => `${number}, en ${place}`,
  moved: (number, place) => `${number} passe en ${place}.`,

  repeat: (ticket) => `Rejouer ${ticket}`,
  lastTicket: (name, numbers, amount) => `${name} ${numbers} · ${amount}`,

  tickets: (count) => (count < 2 ? `${count} ticket` : `${formatAmount(count)} tickets`),
  pickNumbers: (slots) => (slots < 2 ? 'Choisissez un numéro' : `Choisissez ${slots} numéros`),
  picked: (numbers) => list(numbers),
  drawAt: (when) => `Tirage ${when}`,
  inFirstPlace: (number) => `${number}, à la 1re place`,

  count: 'Le jouer sur',
  draws: (count) => (count < 2 ? 'Ce tirage seulement' : `${count} tirages de suite`),
  date: 'Date',
  hour: 'Heure',
  minute: 'Minute',
  today: (day) => `Aujourd’hui ${day}`,
};
