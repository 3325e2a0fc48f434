import type { words as english } from '#web/words/en/receipt-offers.ts';

export const words: typeof english = {
  win: {
    title: 'Soyez prévenu de vos gains',
    text: 'Une notification sur cet appareil, même quand le site est fermé. Elle signale aussi les paiements, les limites et les tirages annulés. Vous choisissez dans votre profil.',
    action: 'Prévenez-moi si je gagne',
    refuse: 'Non merci',
    asking: 'Autorisez les notifications quand votre navigateur vous le demande.',
    notYet: 'Votre navigateur ne l’a pas encore autorisé. Touchez de nouveau, et il vous le redemandera.',
    on: {
      title: 'Nous vous préviendrons de vos gains',
      text: 'Sur cet appareil, tant que vous y êtes connecté. Vous pouvez changer cela ou tout désactiver dans votre profil.',
    },
    refused: {
      title: 'Nous ne le proposerons plus sur cet appareil',
      text: 'Vous pouvez l’activer à tout moment dans votre profil.',
    },
    denied: {
      title: 'Votre navigateur les bloque',
      text: 'Autorisez les notifications de ce site dans les réglages du navigateur. Activez-les ensuite dans votre profil.',
    },
    link: 'Mes notifications',
  },
  install: {
    title: (site) => `Gardez ${site} sur votre écran d’accueil`,
    text: 'Il s’ouvre aussitôt, même sur un réseau faible.',
    action: 'Installer',
  },
};
