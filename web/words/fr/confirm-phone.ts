import type { words as english } from '#web/words/en/confirm-phone.ts';

export const words: typeof english = {
  title: 'Confirmez votre téléphone',
  sentTo: (phone) => `Nous avons envoyé un SMS au ${phone}.`,
  lead: 'Saisissez le code à six chiffres reçu par SMS. Vous pourrez alors recharger, jouer et retirer vers ce numéro.',
  done: 'Votre téléphone est confirmé.',
  later: 'Plus tard',
  wrong: 'Le numéro est faux ?',
  again: 'S’inscrire à nouveau',
  known: 'Déjà un compte ?',
  signIn: 'Se connecter',
};
