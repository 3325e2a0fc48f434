import type { words as english } from '#web/words/en/proof.ts';

export const words: typeof english = {
  title: 'Confirmez que c’est vous',
  password: 'Mot de passe',
  code: 'Code de votre application d’authentification',
  recoveryCode: 'Code de secours',
  recoveryHint: 'Comme 3-7K2M-9QXA-V0TR. Chaque code sert une seule fois.',
  toRecovery: 'Utiliser un code de secours',
  toApp: 'Utiliser l’application d’authentification',
  submit: 'Confirmer',
  cancel: 'Annuler',
  wanted: 'Pour continuer, montrez encore une fois que c’est vous.',
  wantedBoth: 'Pour continuer, saisissez votre mot de passe et un code de votre application d’authentification.',
  wantedRecovery: 'Pour continuer, saisissez votre mot de passe et un code de secours.',
  orPassword: 'Ou saisissez votre mot de passe.',
  orBoth: 'Ou saisissez votre mot de passe et un code de votre application d’authentification.',
  orRecovery: 'Ou saisissez votre mot de passe et un code de secours.',
  passkey: 'Utiliser votre clé d’accès',
  orElse: 'Ou sans votre clé d’accès :',

  secondStep: {
    lead: 'Saisissez les six chiffres que votre application d’authentification affiche pour Izi.',
    recoveryLead: 'Saisissez un des codes de secours que vous avez gardés.',
    passkeyLead: 'Utilisez la clé d’accès de votre compte.',
    known: 'Sur cet appareil, on ne vous le demandera plus.',
    back: 'Retour à la connexion',

    ask: 'Cet appareil est nouveau pour votre compte. Montrez avec un code que c’est vous.',
    send: { sms: 'Envoyer un code par SMS', email: 'Envoyer un code par e-mail' },
    sent: {
      sms: 'Nous avons envoyé un code au téléphone de votre compte. Saisissez ses six chiffres.',
      email: 'Nous avons envoyé un code à l’adresse e-mail de votre compte. Saisissez ses six chiffres.',
    },
    other: { sms: 'Plutôt par SMS', email: 'Plutôt par e-mail' },
  },
};
