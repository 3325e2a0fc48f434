import type { words as english } from '#web/words/en/sign-up.ts';

export const words: typeof english = {
  steps: {
    1: { title: 'Votre téléphone', lead: 'Étape 1 sur 2.' },
    2: { title: 'Qui joue', lead: 'Étape 2 sur 2.' },
  },
  next: 'Suivant',
  back: 'Retour',
  submit: 'Créer le compte',
  adults: 'Interdit aux moins de 18 ans.',
  tooYoung: (from) => `Interdit aux moins de 18 ans. Possible à partir du ${from}.`,
  birthDateWrong: 'Saisissez une date valable, comme 24/08/1990.',
  phoneHint: 'Vous y recevrez un code par SMS, puis vos gains.',
  terms: 'J’ai 18 ans ou plus et j’accepte le règlement du jeu',
  readTerms: 'Lire d’abord le règlement',
  haveAccount: 'Vous avez déjà un compte ?',
  signIn: 'Se connecter',

  phone: 'Téléphone',
  firstName: 'Prénom',
  lastName: 'Nom',
  birthDate: 'Date de naissance',
  password: 'Mot de passe',
  atLeast8: 'Au moins 8 caractères.',
};
