import type { words as english } from '#console/words/en/sign-in.ts';

export const words: typeof english = {
  documentTitle: 'Connexion · Izi console',
  console: 'console',
  title: 'Se connecter à la console',
  ended: 'Votre session est terminée. Reconnectez-vous : vous reviendrez où vous étiez.',
  passkey: 'Se connecter avec une clé d’accès',
  passkeyNote: 'Le navigateur la demande.',
  waiting: 'Un instant…',
  toPassword: 'J’ai un mot de passe et un code',
  toPasskey: 'J’ai une clé d’accès',
  name: 'Nom',
  password: 'Mot de passe',
  code: 'Code de votre application',
  signIn: 'Se connecter',
  passwordNote:
    'Seulement pour les rôles qui n’approuvent jamais. Pas de « mot de passe oublié » : une réinitialisation est demandée par un administrateur.',
  demo: 'Visiter comme opérateur de démonstration',
  demoNote:
    'Argent fictif et joueurs inventés. Un opérateur de démonstration ne signe rien. À deux, ils peuvent demander et approuver.',
  unreachable: 'La console ne joint pas son serveur.',
  setupTitle: 'Créez deux clés d’accès',
  setupIntro: (name) =>
    `Bienvenue, ${name}. Créez deux clés d’accès sur deux authentificateurs, pour qu’une perte ne vous bloque pas.`,
  setupDone: 'C’est suffisant. Connectez-vous avec l’une d’elles.',
  setupWaits: 'C’est suffisant. Deux opérateurs doivent approuver avant que vous puissiez vous connecter.',
  passkeyName: 'Nom de la clé d’accès, par exemple bureau',
  makePasskey: 'Créer une clé d’accès',
  active: 'en service',
  inactive: 'attend l’approbation',
  orPassword: 'Ou un mot de passe et une application',
  setPassword: 'Définir un mot de passe',
  scan: 'Saisissez ce secret dans votre application, puis son premier code.',
  confirm: 'Confirmer',
  signOut: 'Vers la connexion',
  rest: {
    label: 'Personne n’est là',
    title: (left) => `Déconnexion dans ${left}`,
    text: 'Aucune touche depuis un moment. Votre saisie ici sera alors perdue.',
    stay: 'Rester connecté',
  },
};
