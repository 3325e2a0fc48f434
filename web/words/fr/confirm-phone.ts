import type { words as english } from '#web/words/en/confirm-phone.ts';

export const words: typeof english = {
  title: 'Confirmez votre téléphone',
  sentTo: (phone) => `Nous avons envoyé un code au ${phone}.`,
  done: 'Votre téléphone est confirmé.',
  wrong: 'Mauvais numéro ?',
  change: 'Le changer',
  known: 'Vous aviez déjà un compte ?',
  signIn: 'Se connecter',
};
