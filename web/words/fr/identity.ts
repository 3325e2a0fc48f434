import type { words as english } from '#web/words/en/identity.ts';

export const words: typeof english = {
  identifier: 'Téléphone ou e-mail',
  password: 'Mot de passe',

  signIn: {
    title: 'Se connecter',
    submit: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    newHere: 'Nouveau ici ?',
    signUp: 'S’inscrire',
    lead: 'Avec votre numéro de téléphone ou votre adresse e-mail.',
    goOn: 'Connectez-vous pour continuer. Votre panier est gardé.',
    ended: 'Votre session est terminée. Reconnectez-vous.',
  },

  forgot: {
    title: 'Nouveau mot de passe',
    ask: 'Saisissez le téléphone ou l’e-mail de votre compte. Nous vous enverrons un code.',
    submit: 'Envoyer un code',
    sent: (to) => `S’il existe un compte pour ${to}, nous y avons envoyé un code.`,
    newPassword: 'Mot de passe',
    newPasswordHint: 'Votre nouveau mot de passe, au moins 8 caractères. Vous serez déconnecté partout ailleurs.',
    save: 'Enregistrer et se connecter',
    other: 'Utiliser un autre téléphone ou e-mail',
    done: 'Votre mot de passe a été changé.',
    back: 'Retour à la connexion',
  },
};
