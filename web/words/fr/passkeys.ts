import type { words as english } from '#web/words/en/passkeys.ts';

export const words: typeof english = {
  set: 'Créer une clé d’accès',
  lead: 'Votre appareil demandera votre empreinte, votre visage ou son code. Ensuite, cela suffira pour vous connecter.',
  name: 'Nom',
  nameHint: 'Pour la distinguer de vos autres clés d’accès.',
  device: { iPhone: 'iPhone', iPad: 'iPad', Android: 'Android', Mac: 'Mac', Windows: 'Windows', other: 'Mon appareil' },
  submit: 'Créer la clé d’accès',
  cancel: 'Annuler',
  done: 'Votre clé d’accès est créée.',

  offer: 'La prochaine fois, passez-vous du mot de passe.',

  failure: {
    cancelled: {
      title: 'Aucune clé d’accès utilisée',
      text: 'C’était annulé, trop long, ou il n’y en a pas sur cet appareil. Réessayez, ou prenez un autre moyen.',
    },
    notMade: {
      title: 'Aucune clé d’accès créée',
      text: 'C’était annulé ou trop long. Réessayez quand vous serez prêt.',
    },
    exists: {
      title: 'Il y en a déjà une',
      text: 'Cet appareil a une clé d’accès de votre compte. Connectez-vous avec elle.',
    },
    unavailable: {
      title: 'Les clés d’accès ne marchent pas ici',
      text: 'Cet appareil, ce navigateur ou cette adresse n’en accepte pas. Il faut un verrouillage de l’écran.',
    },
  },
};
