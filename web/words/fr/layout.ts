import type { words as english } from '#web/words/en/layout.ts';

export const words: typeof english = {
  skip: 'Aller au contenu',
  home: (title) => `${title}, accueil`,
  menu: 'Menu',
  mainNavigation: 'Principale',
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
    'Pariez sur l’ordre des numéros 1 à 9, tiré au hasard. Les montants sont exacts au franc.',
  adultsOnly: 'Interdit aux moins de 18 ans. Jouez pour le plaisir.',
  verify: 'Vérifier un reçu',
  social: 'Suivez-nous',
  banners: {
    above: {
      label: 'Bon à savoir',
      text: 'Chaque pari affiche ses chances et le taux de retour aux joueurs.',
      link: 'Comment gagne un pari',
      to: '/about#bets',
    },
    below: {
      label: 'Jeu responsable',
      text: 'À la longue, deux tiers environ des mises reviennent aux joueurs.',
      link: 'Trouver de l’aide',
      to: '/about#help',
    },
  },
  broken: {
    offline: {
      title: 'Vous êtes hors ligne',
      text: 'Cette page n’est pas encore sur cet appareil. L’accueil et le panier marchent hors ligne.',
    },
    load: {
      title: 'Chargement impossible',
      text: 'Connexion faible ou nouvelle version du site. Réessayez.',
    },
    bug: {
      title: 'Une erreur s’est produite',
      text: 'Votre panier et votre argent sont en sûreté. Rechargez la page.',
    },
    menu: 'Le menu manque. Le bas de la page a les mêmes liens.',
    header: 'Le haut de la page manque. Le bas de la page a les mêmes liens.',
    balance: { text: 'Solde', again: 'Le solde manque. Réessayer' },
    account: 'Profil et déconnexion manquent. Réessayer',
    footer: 'Le bas de la page manque.',
    app: { title: 'Une erreur s’est produite', reload: 'Recharger la page' },
  },
};
