import { formatAmount, formatFrancs } from '#domain/money.ts';
import type { words as english } from '#web/words/en/play.ts';

export const words: typeof english = {
  waitingLost: 'Vos tickets manquent. Réessayer',
  title: 'Jouer',
  promise: (stake, payout) => `Neuf boules. Devinez laquelle sort en premier. ${stake} rapportent ${payout}.`,
  tryIt: 'Touchez une boule pour essayer, sans compte ni argent. 18+',
  ball: (number) => `Boule ${number}`,
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
  oneIn: (oneIn) => `1 chance sur ${oneIn}`,

  slotsOf: {
    IziOne: 'La première boule',
    IziTwo: 'Les deux premières, dans l’ordre ou non',
    IziABC: 'Une des trois premières',
    Izi2x: 'Deux parmi les trois premières',
    Izi3x: 'Les trois premières, dans l’ordre ou non',
    IziOrder: '',
  },

  pad: 'Numéros',
  slots: 'Vos numéros',
  chosen: (number) => `${number}, choisi`,
  emptySlot: (place) => `Case ${place}, vide`,
  full: 'Touchez un numéro pour l’ôter.',
  quickPick: 'Au hasard',

  amount: 'Montant',
  otherAmount: 'Autre',

  nextDraw: 'Prochain tirage',
  drawLine: (when, count) => (count < 2 ? `Tirage ${when} seulement` : `Tirage ${when}, ${count} de suite`),
  change: 'Changer',
  closed: (closed, now) => `${closed} est clos. Votre ticket passe à ${now}.`,

  possiblePayout: (count) => `${count > 1 ? 'Chacun rapporte' : 'Rapporte'} s’il gagne`,
  returns: (stake, mult, rtp) => `${stake} × ${mult}. À la longue, rend ${rtp}.`,
  timesStake: (mult) => `${mult} la mise`,
  nothingPaid: 'À payer à la validation.',
  forDraws: (count, stake, total) => `${count} × ${stake} coûtent ${total}, payés plus tard.`,
  yourTicket: 'Votre ticket',
  add: 'Ajouter au panier',
  save: 'Enregistrer',
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
      `De ${formatAmount(minStake)} à ${formatFrancs(maxStake)}, par tranche de ${formatAmount(stakeStep)}.`,
    draw: 'Choisissez un tirage.',
    room: (most) => `Au plus ${most} tickets au panier.`,
  },
};
