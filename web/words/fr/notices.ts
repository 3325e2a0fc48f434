import type { words as english } from '#web/words/en/notices.ts';

export const words: typeof english = {
  lead: 'Choisissez ce que nous vous signalons, et comment. Nous ne vous inviterons jamais à jouer.',
  unconfirmed: 'Confirmez d’abord votre téléphone. Vous pourrez ensuite choisir ce que nous vous signalons.',
  kinds: {
    win: 'Gains',
    void: 'Tirages annulés',
    payment: 'Dépôts et retraits',
    limit: 'Limite atteinte, pause terminée',
  },
  channels: { push: 'Notification', email: 'E-mail', sms: 'SMS' },
  noEmail: 'Pour être prévenu par e-mail, il vous faut une adresse confirmée.',
  toEmail: 'Ajouter une adresse',
  smsFrom: 'SMS pour les gains à partir de',
  smsFromHint: 'Les gains plus petits n’envoient pas de SMS.',
  lowest: (amount) => `Saisissez au moins ${amount}.`,
  quiet: 'Heures calmes',
  quietHint:
    'La nuit, les nouvelles des tirages attendent le matin et arrivent en une fois. Les paiements sont toujours signalés aussitôt.',
  isQuiet: 'Rester silencieux la nuit',
  from: 'De',
  to: 'À',
  hoursWanted: 'Saisissez deux heures différentes, comme 22:00 et 07:00.',
  amounts: 'Montants',
  amountsHint: 'Toute personne qui voit votre écran peut les lire.',
  showAmounts: 'Indiquer les montants',
  losses: {
    title: 'Tirages sans gain',
    label: 'Afficher une carte après un tirage qui ne m’a rien payé',
    hint: 'Sur cet appareil. Mes paris le dit de toute façon.',
  },
  save: 'Enregistrer',
  saved: 'Votre choix est enregistré.',
  push: {
    here: 'Cet appareil',
    isOn: 'Les notifications sont activées.',
    isOff: 'Les notifications sont désactivées.',
    since: 'Notifications depuis le',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    turnOnOf: (device) => `Activer les notifications\u202F: ${device}`,
    turnOffOf: (device) => `Désactiver les notifications\u202F: ${device}`,
    support: {
      denied:
        'Votre navigateur bloque les notifications de ce site. Autorisez-les pour ce site dans les réglages du navigateur, puis revenez ici.',
      'home-screen':
        'Sur iPhone et iPad, les notifications ne marchent que depuis l’écran d’accueil. Touchez Partager, puis Sur l’écran d’accueil. Ouvrez le site de là, et activez-les ici.',
      none: 'Ce navigateur ne peut pas afficher de notifications. L’e-mail et les SMS marchent partout.',
    },
  },
};
