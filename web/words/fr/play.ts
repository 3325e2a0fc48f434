import { formatAmount, formatFrancs } from '#domain/money.ts';
import type { list as englishList, words as english } from '#web/words/en/play.ts';

export const list: typeof englishList = (numbers) =>
  numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} et ${numbers.at(-1)}`;

export const words: typeof english = {
  waitingLost: 'Vos tickets manquent. Réessayer',
  title: 'Jouer',
  salesClose: 'Prochain tirage · misez sous',
  salesFor: (time) => `Prochain tirage ${time} · misez sous`,
  noSales: 'Aucun tirage ouvert',
  drawing: (time) => `Tirage de ${time} en cours`,
  drawn: 'Dernier tirage',
  result: 'Résultat, dans l’ordre',
  nothingDrawn: 'Aucun encore',
  drawnUnknown: 'Inconnu',
  fetchAgain: 'Réessayer',
  drawnAt: (time) => `Tiré à ${time}`,
  checkable: (draws) => (draws < 2 ? '1 tirage vérifiable' : `${formatAmount(draws)} tirages, tous vérifiables`),

  betType: 'Type de pari',
  upTo: (mult) => `max ${mult}`,
  odds: (oneIn, rtp) => `Gagne 1 fois sur ${oneIn}. À la longue, rend ${rtp}.`,
  oneIn: (oneIn) => `1 chance sur ${oneIn}`,

  places: {
    IziOrder: 'Chaque place peut gagner.',
    IziOne: 'La première place gagne.',
    IziTwo: 'Les deux premières places gagnent ensemble.',
    IziABC: 'Les trois premières places gagnent.',
    Izi2x: 'Deux des trois premières places gagnent.',
    Izi3x: 'Les trois premières places gagnent ensemble.',
  },
  place: (place) => (place === 0 ? '1re' : `${place + 1}e`),
  orPlace: (place) => `ou ${place}`,

  pad: 'Numéros',
  slots: 'Vos numéros, dans l’ordre',
  chosen: (number) => `${number}, choisi`,
  emptySlot: (place) => `Case ${place}, vide`,
  full: 'Touchez un numéro pour l’ôter.',
  quickPick: 'Au hasard',
  undo: 'Annuler',
  clear: 'Effacer',

  drawAt: (when) => `Tirage ${when}`,

  amount: 'Montant',
  otherAmount: 'Autre',
  range: ({ minStake, maxStake }) => `${formatAmount(minStake)} à ${formatFrancs(maxStake)}`,

  nextDraw: 'Prochain tirage',
  nextDrawAt: (time) => `Prochain, ${time}`,
  count: 'Le jouer sur',
  draws: (count) => (count < 2 ? 'Ce tirage' : `${count} tirages de suite`),
  closed: (closed, now) => `${closed} est clos. Votre ticket passe à ${now}.`,

  possiblePayout: 'Gain possible',
  payoutPerDraw: 'Gain par tirage',
  timesStake: (mult) => `${mult} la mise`,
  nothingPaid: 'À payer à la validation.',
  forDraws: (count, stake, total) => `${count} × ${stake} coûtent ${total}, payés plus tard.`,
  yourTicket: 'Votre ticket',
  add: 'Ajouter au panier',
  save: 'Enregistrer',
  cancel: 'Annuler',
  added: (name, times) =>
    times.length < 2
      ? `${name} ajouté, pour ${times[0]}`
      : `${times.length} × ${name} ajoutés, de ${times[0]} à ${times.at(-1)}`,
  missing: {
    numbers: (missing, slots) =>
      missing === slots
        ? `Choisissez ${slots < 2 ? 'un numéro' : `${slots} numéros`} de 1 à 9.`
        : `Choisissez encore ${missing} numéro${missing < 2 ? '' : 's'}.`,
    amount: 'Choisissez un montant.',
    amountOf: ({ minStake, maxStake, stakeStep }) =>
      `De ${formatAmount(minStake)} à ${formatFrancs(maxStake)}, par pas de ${formatAmount(stakeStep)}.`,
    draw: 'Choisissez un tirage.',
    room: (most) => `Le panier tient ${most} tickets.`,
  },
};
