import type { words as english } from '#web/words/en/sign-up.ts';

export const words: typeof english = {
  title: 'S’inscrire',
  submit: 'S’inscrire',
  adults: 'Interdit aux moins de 18 ans.',
  birthDateHint: 'JJ/MM/AAAA, comme 24/08/1990.',
  birthDateWrong: 'Saisissez une date valable, comme 24/08/1990.',
  phoneHint: (example) => `Comme ${example}. Vous recevrez un code par SMS.`,
  terms: 'J’ai 18 ans ou plus et j’accepte le règlement du jeu',
  readTerms: 'Lire d’abord le règlement',
  haveAccount: 'Vous avez déjà un compte ?',
  signIn: 'Se connecter',

  phone: 'Téléphone',
  firstName: 'Prénom',
  lastName: 'Nom',
  birthDate: 'Date de naissance',
  email: 'E-mail (facultatif)',
  password: 'Mot de passe',
  atLeast8: 'Au moins 8 caractères.',
};
