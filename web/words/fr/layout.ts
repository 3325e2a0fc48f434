import type { words as english } from '#web/words/en/layout.ts';

export const words: typeof english = {
  skip: 'Aller au contenu',
  home: (title) => `${title}, accueil`,
  menu: 'Menu',
  mainNavigation: 'Navigation principale',
  start: 'Accueil',
  results: 'Résultats',
  about: 'À propos',
  myBets: 'Mes paris',
  myWallet: 'Mon portefeuille',
  history: 'Historique',
  profile: 'Profil',
  signIn: 'Se connecter',
  signUp: 'S’inscrire',
  logOut: 'Se déconnecter',
  addFunds: 'Recharger',
  language: 'Langue',
  dark: 'Mode sombre',
  basket: 'Panier',
  basketHolding: (count) => `Panier, ${count < 2 ? `${count} ticket` : `${count} tickets`}`,
  footerNavigation: 'Pied de page',
  footerAbout:
    'Pariez sur l’ordre des numéros 1 à 9, tiré au hasard toutes les quelques minutes. Chaque montant est exact au franc près, chaque pari affiche ses chances.',
  adultsOnly: 'Interdit aux moins de 18 ans. Jouez pour le plaisir, avec ce que vous pouvez perdre.',
  verify: 'Vérifier un reçu',
  social: 'Suivez-nous',
  banners: {
    above: {
      label: 'Bon à savoir',
      text: 'Avant de payer, vous voyez vos chances et le taux de retour aux joueurs.',
      link: 'Comment gagne un pari',
      to: '/about#bets',
    },
    below: {
      label: 'Jeu responsable',
      text: 'À la longue, environ deux tiers des mises reviennent aux joueurs. Jouez pour le plaisir, pas pour gagner votre vie.',
      link: 'Quand le jeu n’est plus un plaisir',
      to: '/about#help',
    },
  },
  broken: {
    offline: {
      title: 'Vous êtes hors ligne',
      text: 'Cette page n’est pas encore sur cet appareil. Connectez-vous à Internet, puis réessayez. L’accueil et votre panier marchent hors ligne.',
    },
    load: {
      title: 'Le chargement a échoué',
      text: 'La connexion est peut-être faible, ou il y a une nouvelle version du site. Réessayez.',
    },
    bug: {
      title: 'Une erreur s’est produite ici',
      text: 'Votre panier et votre argent sont en sûreté. Réessayez, ou rechargez la page.',
    },
    menu: 'Le menu n’a pas pu être chargé. Le bas de la page a les mêmes liens.',
    header: 'Le haut de la page n’a pas pu s’afficher. Le bas de la page a les mêmes liens.',
    balance: { text: 'Solde', again: 'Le solde n’a pas pu être chargé. Réessayer' },
    account: 'Profil et déconnexion n’ont pas pu être chargés. Réessayer',
    footer: 'Le bas de la page n’a pas pu s’afficher.',
    app: { title: 'Une erreur s’est produite', reload: 'Recharger la page' },
  },
};
