import type { words as english } from '#web/words/en/play-limits.ts';

const periods = { day: 'par jour', week: 'par semaine', month: 'par mois' };
const kinds = { deposit: 'dépôts', stake: 'mises' };

export const words: typeof english = {
  limits: {
    lead: 'Fixez le maximum que vous pouvez déposer et miser. Une limite plus basse vaut aussitôt. Une limite plus haute, ou aucune, vaut après 24 heures.',
    kind: { deposit: 'Dépôts', stake: 'Mises' },
    period: { day: 'Aujourd’hui', week: 'Cette semaine', month: 'Ce mois-ci' },
    used: (used) => `${used} jusqu’ici`,
    unanswered: (amount) => `${amount} sur cette somme sont sans réponse, et comptent jusqu’à un refus.`,
    usedOf: (used, amount) => `${used} sur ${amount}`,
    change: 'Modifier',
    set: 'Fixer une limite',
    name: (kind, period) => `Limite des ${kinds[kind]} ${periods[period]}`,
    changeOf: (name, change) => `${change} : ${name}`,
    next: (amount, at) => `Passe à ${amount} le ${at}.`,
    ours: (amount) => `Nous autorisons ${amount} au plus à ce compte. Vous pouvez fixer moins.`,
    oursUntil: (at) => `Cela prend fin le ${at}.`,
    noneFrom: (at) => `Prend fin le ${at}.`,
    amount: 'Montant',
    starts: {
      day: 'Elle repart à zéro à minuit.',
      week: 'Elle repart à zéro chaque lundi.',
      month: 'Elle repart à zéro le premier de chaque mois.',
    },
    wanted: 'Choisissez ou saisissez un montant.',
    lowest: (lowest) => `Saisissez au moins ${lowest}.`,
    save: 'Fixer cette limite',
    remove: 'Supprimer cette limite',
    saved: 'Votre nouvelle limite vaut dès maintenant.',
    waits: 'Votre limite changera dans 24 heures.',
  },

  breaks: {
    lead: 'Pendant une pause, vous ne pouvez ni jouer ni recharger. Vous pouvez retirer tout ce que contient votre portefeuille, dépôts compris. Une pause ne peut pas être écourtée, pas même par nous.',
    howLong: 'Durée de la pause',
    kind: {
      day: { label: '24 heures', note: 'Une courte pause' },
      week: { label: '1 semaine', note: '7 jours' },
      month: { label: '1 mois', note: 'Jusqu’à la même date' },
      exclusion: { label: '6 mois', note: 'Auto-exclusion' },
    },
    start: 'Faire une pause',
    unconfirmed: 'Seul le propriétaire d’un téléphone peut y suspendre le jeu. Confirmez d’abord votre téléphone.',
    confirmPhone: 'Confirmer mon téléphone',
    confirmTitle: (length) => `Faire une pause : ${length}`,
    confirm:
      'La pause commence maintenant et ne peut pas être annulée. Les tickets déjà payés restent dans leurs tirages, et leurs gains sont à vous.',
    confirmExclusion:
      'Vous serez déconnecté partout, et votre panier sera vidé. Vous pourrez vous reconnecter pour retirer votre argent.',
    password: 'Votre mot de passe',
    confirmed: 'Commencer la pause',
    back: 'Annuler',
    paused: (until) => `Le jeu est suspendu jusqu’au ${until}`,
    pausedText:
      'D’ici là, vous ne pouvez ni jouer ni recharger. Vous pouvez retirer tout ce que contient votre portefeuille, dépôts compris.',
    locked: (until) => `Nous avons bloqué les paris et les dépôts jusqu’au ${until}`,
    lockedText: 'Les retraits marchent. Si vous avez une question, contactez-nous.',
    longer: 'Vous pouvez faire une pause plus longue. Elle compte à partir du moment où vous la commencez.',
    begun: 'Votre pause a commencé.',
    already: (until) => `Votre pause actuelle dure plus longtemps, jusqu’au ${until}. Rien n’a changé.`,
  },
};
