import type { words as english } from '#web/words/en/wallet.ts';

const failed = {
  label: 'Échoué',
  sentence: 'Le versement a échoué. Le montant est de retour dans votre portefeuille.',
};
const processing = { label: 'En cours', sentence: 'Le montant est bloqué et en route vers votre téléphone.' };
const added = { label: 'Ajouté', sentence: 'L’argent est dans votre portefeuille.' };
const paidOut = { label: 'Versé', sentence: 'L’argent a été envoyé sur votre téléphone.' };

export const words: typeof english = {
  title: 'Mon portefeuille',
  lead: 'Il paie vos tickets, et reçoit aussitôt ce qu’ils gagnent.',
  total: 'Total',
  deposit: { title: 'Dépôts', text: 'Ce que vous avez rechargé, pour jouer. Les mises sont d’abord prises ici.' },
  win: { title: 'Gains', text: 'Ce que vous avez gagné, pour jouer ou pour le retirer.' },
  explain: { button: 'D’où vient cet argent ?', title: 'D’où vient cet argent' },
  addFunds: 'Recharger',
  withdraw: 'Retirer',
  nothingToWithdraw: {
    title: 'Il n’y a pas encore de gains à retirer.',
    text: 'Les dépôts servent à jouer. Ce que vous gagnez peut être retiré.',
    play: 'Jouer',
    nothing: 'Il n’y a rien à retirer.',
  },

  unconfirmed: {
    title: 'Confirmez d’abord votre téléphone',
    text: 'Une fois votre téléphone confirmé, vous pourrez recharger et retirer.',
    action: 'Confirmer mon téléphone',
  },

  waits: {
    title: 'Les retraits attendent',
    because: {
      password_reset: 'Le mot de passe a été choisi avec un code, sur un appareil nouveau ici.',
      factor_removed: 'Un de vos moyens de connexion a été supprimé.',
      factor_changed: 'Un de vos moyens de connexion a été changé, sur un appareil nouveau ici.',
      phone_changed: 'Le téléphone de ce compte a été changé.',
      name_changed: 'Le nom de ce compte a été changé.',
      undone: 'Le lien de notre message a servi à protéger ce compte.',
      locked: 'Nous avons bloqué les retraits de ce compte.',
    },
    from: 'Cela protège votre argent si ce n’était pas vous. Tout le reste marche. Vous pourrez retirer à partir du',
    ifNot: 'Si ce n’était pas vous, ouvrez le lien du message que nous vous avons envoyé, et regardez',
    security: 'avec quoi vous vous connectez',
    stopped: 'Aucun argent ne sort avant que nous ayons parlé avec vous. Tout le reste marche. Merci de',
    contact: 'nous contacter',
    lockedUntil: 'Vous pourrez retirer à partir du',
    ask: 'Si vous avez une question, merci de',
  },

  form: {
    amount: 'Montant',
    amountWanted: 'Choisissez ou saisissez un montant.',
    limits: (min, max) => `${min} à ${max}`,
    outOfRange: (min, max) => `Saisissez entre ${min} et ${max}.`,
    offStep: (step) => `Saisissez un multiple de ${step}.`,
    moreThanAvailable: (most) => `Vous pouvez retirer au plus ${most}.`,
    lessThanLeast: (min) => `Il faut au moins ${min} pour un retrait.`,
    method: 'Payer avec',
    payoutMethod: 'Versé sur',
    phone: 'Téléphone',
    paidBy: (name) => `Payé par ${name}`,
    change: 'Modifier',
    firstName: 'Prénom',
    lastName: 'Nom',
    noMethods: 'Aucun moyen de paiement pour ce pays en ce moment.',
    showDocument: 'Mon identité',
    lost: 'Le même paiement n’est jamais fait deux fois.',
  },

  add: {
    title: 'Recharger',
    submit: 'Recharger',
    balanceAfter: 'Dépôts après recharge',
    next: 'Vous l’approuvez ensuite, ici ou sur votre téléphone.',
  },

  take: {
    title: 'Retirer',
    available: {
      winnings: (amount) => `${amount} de gains`,
      deposits: (amount) => `${amount} de dépôts`,
      wallet: (amount) => `${amount} dans votre portefeuille`,
    },
    stopped: 'Tant que vous ne pouvez pas jouer, vous pouvez aussi retirer vos dépôts.',
    to: 'Vers',
    toWith: (phone, method) => `${phone}, ${method}`,
    toPhone: 'Vers votre téléphone confirmé',
    next: 'Vous vérifiez avant l’envoi.',
    check: 'Vérifiez et confirmez',
    amount: 'Montant',
    before: { winnings: 'Gains actuels', deposits: 'Dépôts actuels', wallet: 'Portefeuille actuel' },
    after: {
      winnings: 'Gains après retrait',
      deposits: 'Dépôts après retrait',
      wallet: 'Portefeuille après retrait',
    },
    held: 'Le montant quitte votre portefeuille maintenant et reste bloqué jusqu’à son versement. En cas d’échec, il revient.',
    confirm: (amount) => `Retirer ${amount}`,
    change: 'Modifier',
  },

  returned: {
    title: {
      deposit: (amount) => `Dépôt de ${amount}`,
      withdrawal: (amount) => `Retrait de ${amount}`,
    },
    checking: 'Vérification de votre paiement …',
    approve: 'Aller au paiement',
    onward: 'Continuer vers la validation',
    again: 'Réessayer',
    dismiss: 'Fermer',
  },

  status: {
    deposit: {
      review: { label: 'À l’examen', sentence: 'Notre équipe examine d’abord ce paiement.' },
      created: { label: 'Préparation', sentence: 'Le paiement est en préparation.' },
      pending: {
        label: 'À approuver',
        sentence: 'Le paiement attend votre accord. Cette page se met à jour toute seule.',
      },
      processing: { label: 'En cours', sentence: 'Le paiement est en cours.' },
      unknown: {
        label: 'Vérification',
        sentence: 'Nous vérifions auprès du service de paiement. Aucun argent n’est perdu.',
      },
      succeeded: added,
      paid: added,
      failed: { label: 'Refusé', sentence: 'Le paiement a été refusé. Rien n’a été ajouté à votre portefeuille.' },
      expired: {
        label: 'Expiré',
        sentence: 'Le paiement n’a pas été approuvé à temps. Rien n’a été ajouté à votre portefeuille.',
      },
    },
    withdrawal: {
      review: {
        label: 'À l’examen',
        sentence: 'Notre équipe examine ce retrait avant de l’envoyer sur votre téléphone. Le montant reste bloqué.',
      },
      created: { label: 'Préparation', sentence: 'Le montant est bloqué et va être envoyé.' },
      pending: processing,
      processing,
      unknown: {
        label: 'Vérification',
        sentence: 'Nous vérifions auprès du service de paiement. Le montant reste bloqué jusqu’à sa réponse.',
      },
      succeeded: paidOut,
      paid: paidOut,
      failed,
      expired: failed,
    },
  },

  takenBack: {
    label: 'Repris',
    part: (amount) => `${amount} repris`,
    sentence: (amount) =>
      `Le service de paiement a rendu ${amount} au payeur : nous les avons donc repris dans votre portefeuille. Ce qu’il ne contenait pas sera pris sur votre prochain dépôt.`,
  },

  approveOnPhone:
    'Votre téléphone vous demande d’approuver le paiement, ou un bouton pour le faire apparaît ici. Cette page se met à jour toute seule.',

  review: { until: 'Réponse au plus tard le', late: 'C’est plus long que prévu. Nous y travaillons encore.' },
  refused: {
    label: 'Refusé',
    sentence: (because) => `Il n’a pas été envoyé. ${because} Le montant est de retour dans votre portefeuille.`,
  },

  payments: {
    title: 'Paiements',
    direction: { deposit: 'Dépôt', withdrawal: 'Retrait' },
    adjustment: 'Ajustement de notre part',
    booked: 'Effectué',
    empty: { title: 'Aucun paiement pour l’instant', text: 'Vos dépôts et vos retraits s’affichent ici.' },
    history: 'Historique',
  },
};
