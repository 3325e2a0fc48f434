import type { words as english } from '#web/words/en/about.ts';

export const words: typeof english = {
  title: 'Comment ça marche',
  lead: 'Essayez chaque pari ici. Rien n’est misé. 18+',
  contents: 'Sur cette page',
  steps: {
    title: 'En trois étapes',
    list: [
      { title: 'Choisissez un pari', text: 'Un des six paris, vos numéros de 1 à 9, et le montant de votre mise.' },
      {
        title: 'Attendez le tirage',
        text: 'Toutes les quelques minutes, les numéros 1 à 9 sortent dans un ordre tiré au hasard.',
      },
      {
        title: 'Voyez ce qu’il rapporte',
        text: 'Votre ticket montre, place par place, pourquoi il a gagné ou perdu. Les gains arrivent aussitôt dans votre portefeuille.',
      },
    ],
  },
  bets: {
    title: 'Ce que rapporte chaque pari',
    note: 'Six paris, toutes les chances',
    text: 'Les neuf cercles sont les neuf places d’un tirage. Vos numéros doivent sortir dans les jaunes.',
    wins: (places) =>
      places < 2 ? 'Sur les neuf places, la première gagne.' : `Sur les neuf places, les ${places} premières gagnent.`,
    winsExactly: 'Chacune des neuf places gagne avec le numéro que vous y avez mis.',
    rules: {
      IziOne: 'Votre numéro sort en premier.',
      IziTwo: 'Vos deux numéros sont les deux premiers, dans l’ordre ou dans le désordre.',
      IziABC: 'Votre numéro est parmi les trois premiers.',
      Izi2x: 'Au moins deux de vos trois numéros sont parmi les trois premiers.',
      Izi3x: 'Vos trois numéros sont les trois premiers, dans l’ordre ou dans le désordre.',
      IziOrder: 'Au moins trois de vos neuf numéros sortent à la place que vous leur avez donnée.',
    },
    pays: 'Cote',
    chance: 'Chances',
    returned: 'Retour',
    fromTo: (lowest, highest) => `${lowest} à ${highest}`,
    oneIn: (one) => `1 sur ${one}`,
    example:
      'Par exemple, 300 F CFA sur IziOne rapportent 1 800 F CFA si votre numéro sort en premier. Le gain comprend votre mise.',
    tiersTitle: 'Ce que rapporte IziOrder',
    tiersCaption: 'Gains d’IziOrder selon le nombre de numéros à la bonne place',
    tiersHead: { places: 'À la bonne place', pays: 'Cote', stake: 'Pour 300 F CFA', chance: 'Probabilité' },
  },
  draws: {
    title: 'Comment se fait un tirage',
    note: 'Scellé avant, ouvert après',
    list: [
      {
        title: 'Avant l’ouverture des mises',
        text: 'L’opérateur fixe un nombre secret pour le tirage et en publie l’empreinte. Après cela, ce nombre ne peut plus changer.',
      },
      {
        title: 'La clôture des mises',
        text: 'L’horloge du serveur décide, jamais celle d’un téléphone. Aucun ticket n’est accepté après.',
      },
      {
        title: 'Les tickets sont scellés',
        text: 'Tous les tickets ensemble reçoivent une seule empreinte signée, que chacun peut consulter.',
      },
      {
        title: 'Les numéros sortent',
        text: 'Ils découlent du nombre secret et du sceau et, là où il y en a un, d’un aléa public que personne ne maîtrise. Les 362 880 ordres ont tous la même chance.',
      },
    ],
    results: 'Voir les résultats',
    verify: 'Vérifier un reçu',
    figures: 'Les chiffres, jour par jour',
  },
  questions: {
    title: 'Questions et réponses',
    list: [
      {
        question: 'Les résultats passés changent-ils mes chances ?',
        answer:
          'Non. À chaque tirage, tous les ordres ont la même chance. Un numéro qui n’est pas sorti depuis longtemps n’a pas plus de chances de sortir au suivant. Votre mise n’y change rien non plus.',
      },
      {
        question: 'Comment savoir si un tirage est honnête ?',
        answer:
          'Vous pouvez le contrôler vous-même. Chaque tirage a un bouton « Vérifier ce tirage », qui refait tous les calculs sur votre propre appareil. Votre reçu prouve que votre ticket était dans le tirage. Un tirage sans aléa public le dit : il repose sur l’opérateur.',
      },
      {
        question: 'Que veut dire « retour » ?',
        answer:
          'C’est la part de toutes les mises qui revient aux joueurs sur une très longue durée. Le reste va à la maison. Plus vous jouez, plus il est donc certain que vous payez plus que vous ne gagnez.',
      },
      {
        question: 'Quand est-ce que je reçois mes gains ?',
        answer:
          'Dès la fin du tirage, en quelques secondes. Ils sont dans votre portefeuille, pour jouer ou pour les retirer. Les mises sont prises d’abord sur les dépôts, puis sur les gains.',
      },
      {
        question: 'Que se passe-t-il si un tirage ne peut pas avoir lieu ?',
        answer:
          'Il est annulé, et chaque mise retourne dans le portefeuille d’où elle vient. De même si l’opérateur annule un tirage, ce qu’il peut faire jusqu’à une minute avant la clôture des mises, et jamais sans une raison que chacun peut lire. Une fois ses numéros sortis, un tirage n’est jamais recommencé, changé ni annulé.',
      },
      {
        question: 'Les montants sont-ils arrondis ou plafonnés ?',
        answer:
          'Non. Tous les montants sont en francs CFA entiers. Rien n’est arrondi, et aucun plafond ne réduit un gain.',
      },
      {
        question: 'Puis-je utiliser le site hors ligne ?',
        answer:
          'En partie. Après votre première visite, les écrans, votre panier et les derniers tickets que vous avez vus s’ouvrent sans connexion. Il en faut une pour les soldes, les résultats, les paris et les paiements. Si votre navigateur économise les données, seuls l’accueil, le menu et le panier sont gardés.',
      },
    ],
  },
  help: {
    title: 'Quand le jeu n’est plus un plaisir',
    note: 'Limites, pauses, aide',
    intro:
      'Jouer n’est pas un moyen de gagner sa vie ni de rattraper ce qu’on a perdu. Faites une pause et parlez-en à quelqu’un si vous remarquez que vous',
    signs: [
      'misez plus que prévu, ou de l’argent dont vous avez besoin pour autre chose ;',
      'continuez à jouer pour rattraper vos pertes ;',
      'cachez à vos proches combien vous jouez ;',
      'empruntez ou vendez des choses pour jouer ;',
      'devenez nerveux ou irritable quand vous ne jouez pas.',
    ],
    outro:
      'Parlez-en à une personne de confiance, à un médecin ou à un conseiller près de chez vous. Le jeu est interdit aux moins de 18 ans.',
    limits: 'Fixer des limites de jeu ou faire une pause',
    link: (name) => `${name} : une aide gratuite et confidentielle`,
  },
  contact: {
    title: 'Contact',
    text: 'Pour toute question sur votre compte joueur ou sur un paiement, écrivez à l’opérateur de ce site.',
    none: 'Ceci est une démonstration : personne ne répond. Un site a ici son adresse e-mail et son téléphone, comme help@izi.example et +225\u00a007\u00a000\u00a000\u00a000\u00a000.',
    email: 'E-mail',
    phone: 'Téléphone',
  },
  licence: {
    title: 'Licence',
    text: 'Le programme de ce site est un logiciel libre, sous licence Apache, version 2.0. Chacun peut le lire, l’utiliser et l’améliorer.',
    link: 'Lire la licence',
    href: 'https://www.apache.org/licenses/LICENSE-2.0',
    api: 'Pour les développeurs : la description de l’API',
  },
};
