import type { words as english } from '#web/words/en/checkout.ts';

function moveOrRemove(count: number): string {
  return ` : déplacez ou retirez ${count} ${count < 2 ? 'ticket' : 'tickets'}.`;
}

export const words: typeof english = {
  title: 'Validation',
  count: (count) => (count < 2 ? `${count} ticket` : `${count} tickets`),

  empty: {
    title: 'Votre panier est vide',
    text: 'Choisissez un pari et ajoutez-le au panier.',
    action: 'Jouer',
  },

  each: (count, amount) => `${count} × ${amount}`,
  draw: 'Tirage',
  draws: (count) => `${count} tirages`,
  fromTo: (first, last) => `${first} – ${last}`,
  changeOf: (name) => `Modifier ${name}`,
  remove: (name) => `Retirer ${name}`,
  closed: 'Les mises sont closes pour ce tirage.',
  hasClosed: (time, count) => `${time} est clos. ${count} `,
  willMove: (count) =>
    count < 2 ? 'Non payé à temps, il passe au suivant.' : 'Non payés à temps, ils passent au suivant.',
  noDraw: 'Pas de tirage à cette heure.',
  closedOf: (times) =>
    times.length > 2
      ? `Les mises sont closes pour ${times.length} de ses tirages.`
      : `Les mises sont closes pour ${times.join(' et ')}.`,
  moveTo: (times) =>
    times.length > 2 ? `En déplacer ${times.length}, dès ${times[0]}` : `Déplacer à ${times.join(', ')}`,
  moveAll: (count) => `Déplacer les ${count}`,
  moveAllTo: (count, times) =>
    new Set(times).size > 1 ? `Déplacer les ${count}, dès ${times[0]}` : `Déplacer les ${count} à ${times[0]}`,

  summary: 'Votre paiement',
  totalOf: (now, all) =>
    now < all ? `Total de ${now} sur ${all} tickets` : `Total, ${all} ${all < 2 ? 'ticket' : 'tickets'}`,
  drawOf: (time, tickets) => `Tirage ${time}, ${tickets}`,
  moreDraws: (count, name) => (count < 2 ? `${count} autre tirage de ${name}` : `${count} autres tirages de ${name}`),
  laterDraws: (tickets) => `Tirages suivants, ${tickets}`,
  wallet: 'Solde',
  balanceAfter: 'Solde après',
  balanceAfterOf: (amount) => `Solde après : ${amount}. Tickets définitifs.`,
  payWithin: (time) => `Tirage ${time} · payez\u00a0sous`,
  closingIn: (time, left) => `Clôture des mises de ${time} dans ${left}.`,
  likelyLate: (time) => `Réseau lent : vous risquez de manquer ${time}.`,
  someTooLate: (late, all) =>
    all < 2 ? 'Trop tard pour son tirage.' : `Trop tard pour ${late} ${late < 2 ? 'ticket' : 'tickets'} sur ${all}.`,
  missing: 'Il manque',
  short: (amount) => `Il vous manque ${amount}.`,
  addFunds: 'Recharger',
  pay: 'Payer',
  someClosed: (count) => `Trop tard${moveOrRemove(count)}`,
  someStopped: (count) => `Pas en vente${moveOrRemove(count)}`,
  later: (count, most) =>
    `Un paiement vaut pour ${most} tickets. ${count < 2 ? 'Celui-ci attend' : `Ces ${count} attendent`} au panier.`,

  series: {
    draws: 'Tirages de ce pari',
    leftOut: (times) => `Sans ${times}.`,
    hint: 'Touchez une heure pour la retirer ou la remettre. Si vous gagnez, les autres tirages continuent ; vous pouvez les arrêter dans Mes paris.',
  },

  twice: {
    note: 'Le même ticket est ici plusieurs fois.',
    title: 'Plusieurs fois le même ticket',
    text: 'Ils gagnent ou perdent ensemble. Les payer tous ?',
    payAll: (count, total) => `Payer les ${count} : ${total}`,
    keepOne: 'N’en garder qu’un de chaque',
  },

  unconfirmed: 'Confirmez votre téléphone pour payer.',
  confirmPhone: 'Confirmer le téléphone',

  unknown: {
    title: 'On ignore si ces tickets sont validés',
    text: 'Pas de réponse. Réessayez : aucun ticket n’est payé deux fois.',
    retry: 'Réessayer',
    once: 'Aucun ticket n’est payé deux fois.',
    myBets: 'Voir dans Mes paris',
    waiting: (count) =>
      count < 2 ? 'Votre autre ticket attend au panier.' : `Vos ${count} autres tickets attendent au panier.`,
  },
  showDocument: 'Mon identité',
  nothingTaken: 'Aucun ticket validé, rien n’a été débité.',
  nothingTakenShort: 'Non validé : rien n’a été débité.',

  placed: {
    title: (count) => (count < 2 ? '1 ticket est validé' : `${count} tickets sont validés`),
    text: 'Vous pouvez quitter cette page. Le résultat arrive dans Mes paris.',
    over: (draws) => (draws < 2 ? 'Le tirage est terminé.' : 'Les tirages sont terminés.'),
    draw: 'Tirage',
    amount: 'Montant',
    possible: 'Gain possible',
    payout: 'Gain',
    staked: 'Misé',
    balanceNow: 'Solde actuel',
    myBets: 'Mes paris',
    play: 'Rejouer',
    receipt: (name, serial) => `Reçu de ${name}, ${serial}`,
    rest: 'Il reste des tickets au panier',
    payRest: (count) => (count < 2 ? 'Payer l’autre ticket' : `Payer les ${count} autres tickets`),
  },
};
