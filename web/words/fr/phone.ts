import type { words as english } from '#web/words/en/phone.ts';

export const words: typeof english = {
  lead: 'Vous vous connectez avec ce numéro, et il reçoit nos codes.',
  unconfirmed: 'Confirmez d’abord ce numéro. Ensuite vous pourrez le changer.',
  change: 'Changer de numéro de téléphone',
  next: 'Nouveau téléphone',
  nextHint: (example) => `Comme ${example}. Nous y enverrons un code par SMS.`,
  wait: 'Votre ancien numéro reste valable jusqu’à la saisie du code. Après le changement, les retraits attendent jusqu’à 72 heures, pour que personne d’autre ne puisse vider votre compte.',
  endOthers: 'Me déconnecter de mes autres appareils',
  send: 'Envoyer un code',
  sent: (phone) => `Nous avons envoyé un SMS au ${phone}. Saisissez son code à six chiffres.`,
  done: 'Votre numéro de téléphone est changé.',
  doneAndEnded: 'Votre numéro de téléphone est changé. Vous êtes déconnecté partout ailleurs.',
};
