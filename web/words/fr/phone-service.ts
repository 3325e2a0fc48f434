import type { words as english } from '#web/words/en/phone-service.ts';

export const words: typeof english = {
  offer: 'Pas de message ? Google peut vous envoyer un code. Google connaît alors votre numéro.',
  open: 'Recevoir un code de Google',
  lead: (phone) => `Google envoie un code par SMS au ${phone}.`,
  send: 'Envoyer le code',
  sent: (phone) => `Google a envoyé un SMS au ${phone}. Saisissez son code à six chiffres.`,
  own: 'Utiliser le code de notre message',
  wrong: 'Ce code est faux.',
  over: 'Ce code a expiré. Envoyez-en un nouveau.',
  tooMany: 'Google n’envoie plus de code pour le moment. Réessayez plus tard, ou utilisez le code de notre message.',
  unreachable: 'Google n’a pas pu envoyer ou vérifier le code. Réessayez, ou utilisez le code de notre message.',
};
