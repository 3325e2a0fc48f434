import type { words as english } from '#web/words/en/fairness.ts';

export const words: typeof english = {
  ticket: {
    title: 'Preuve',
    lead: 'L’opérateur a signé que ce ticket précis est dans le tirage. Gardez le reçu : qui le possède peut le contrôler, sans l’aide de ce site.',
    verify: 'Vérifier ce ticket',
    save: 'Enregistrer le reçu',
    fileName: (serial) => `recu-${serial}.json`,
    publicCheck: 'Contrôle public de ce ticket',
    qr: 'Code QR du contrôle public',
    qrNote: 'Qui l’ouvre voit ce ticket et peut le contrôler sans se connecter. Rien n’y dit qui vous êtes.',
  },

  working: {
    title: 'Contrôle en cours …',
    asking: 'Lecture de ce que le site publie.',
    leaves: (done, total) => `Téléchargement de la liste des tickets : ${done} sur ${total} Mo.`,
    leavesLabel: 'La liste des tickets',
    checking: (done, total) => `${done} ${done < 2 ? 'étape faite' : 'étapes faites'} sur ${total}.`,
    stop: 'Arrêter',
  },
  stopped: {
    title: 'Arrêté',
    text: 'Le contrôle a été arrêté avant la fin. Cela ne dit rien du tirage.',
  },
  again: 'Vérifier à nouveau',
  unreadable: 'Ce n’est pas un reçu',

  verdict: {
    proved: {
      title: 'Prouvé',
      text: (steps) =>
        `Les ${steps} contrôles sont réussis. Personne n’a pu choisir ce résultat après avoir vu les tickets.`,
      trusted: (steps) =>
        `Les ${steps} contrôles sont réussis. Mais le tirage n’a utilisé aucun aléa public : il faut donc croire l’opérateur sur un point, voir plus bas.`,
      trustedTitle: 'Contrôles réussis, mais le tirage repose sur l’opérateur',
    },
    refuted: { title: 'Un contrôle a échoué', more: (count) => `${count} contrôles ont échoué. Le premier :` },
    pending: {
      title: 'Réussi jusqu’ici',
      text: (passed, waiting) =>
        `${checks(passed)}. ${waiting < 2 ? `${waiting} attend` : `${waiting} attendent`} ce qui n’existe pas encore.`,
    },
    partial: {
      title: 'Réussi, pour ce qui a pu être contrôlé',
      text: (passed, skipped) =>
        `${checks(passed)}. ${skipped} ${skipped < 2 ? 'n’a pas pu être fait' : 'n’ont pas pu être faits'} ici.`,
    },
  },
  offline: {
    title: 'Contrôlé sans le site',
    text: 'Le site n’a pas pu être joint : seul le fichier a été contrôlé. Ce qui a besoin du site porte la mention « Non contrôlé ».',
  },

  groups: {
    ticket: 'Le ticket',
    before: 'Avant l’ouverture des mises',
    closed: 'Après la clôture des mises',
    result: 'Le résultat',
    site: 'Ce que dit le site',
  },
  steps: {
    ticket: 'L’objet du reçu',
    leaf: 'L’empreinte du ticket',
    'receipt-signature': 'La signature de l’opérateur',
    acceptance: 'Accepté à temps',
    inclusion: 'La place du ticket dans le tirage',
    outcome: 'Gagné ou perdu',
    draw: 'La fiche du tirage',
    operator: 'La clé de l’opérateur',
    rules: 'Le règlement',
    commitment: 'L’engagement',
    seal: 'Le sceau',
    'seal-signature': 'La signature du sceau',
    'seal-time': 'L’heure du sceau',
    'seal-chain': 'La chaîne des sceaux',
    leaves: 'La liste des tickets',
    root: 'La liste face au sceau',
    seed: 'La graine de l’opérateur',
    beacon: 'L’aléa public',
    result: 'Le résultat, recalculé',
    published: 'Ce qui doit être public',
    shown: 'Ce que voient les joueurs',
    seen: 'Ce que cet appareil a déjà vu',
    saved: 'Ce que dit le fichier',
  },
  states: {
    passed: 'Réussi',
    failed: 'Échoué',
    pending: 'En attente',
    skipped: 'Non contrôlé',
    awaited: 'En attente',
    trusted: 'Non utilisé',
  },

  outcome: { mine: 'Le ticket', drawn: 'Le tirage', pays: 'Il rapporte' },
  tree: {
    title: 'Où se trouve le ticket',
    caption:
      'Chaque case jaune est l’empreinte des deux qui sont dessous, du ticket jusqu’à la racine. La racine est dans le sceau. Si un seul ticket était changé ou ajouté, la racine serait autre.',
    label: (index, size, root, hashes) =>
      `Le ticket est la feuille ${index} sur ${size}, en comptant à partir de 0. ${hashes < 2 ? `${hashes} empreinte mène` : `${hashes} empreintes mènent`} de lui à la racine scellée ${root}.`,
    root: (hash) => `${hash} · racine`,
    mine: (hash) => `${hash} · le ticket`,
    strip: (index, size) => `feuille ${index} sur ${size}, en comptant à partir de 0`,
  },

  proven: {
    title: 'Ce que cela prouve, et ce que cela ne prouve pas',
    trusted: 'Tirage qui repose sur l’opérateur',
    trustedText:
      'Ce tirage n’utilise aucun aléa public. L’opérateur connaît sa graine avant tout le monde. Il faut donc le croire sur un point : qu’il n’a pas ajouté de tickets à lui jusqu’à obtenir un résultat qui l’arrange, ni regardé un résultat avant le sceau pour annuler le tirage.',
    isProven: 'Prouvé',
    isNot: 'Non prouvé',
    withBeacon: [
      'L’opérateur a fixé sa graine avant la vente du premier ticket, et a utilisé celle-là.',
      'Les tickets sont ceux du sceau : aucun n’a été ajouté, retiré ni changé depuis.',
      'Le résultat découle de la graine, du sceau et d’un aléa public, sans aucun choix. À l’heure du sceau, cet aléa n’existait pas encore.',
    ],
    withoutBeacon: [
      'L’opérateur a fixé sa graine avant la vente du premier ticket, et a utilisé celle-là.',
      'Les tickets sont ceux du sceau : aucun n’a été ajouté, retiré ni changé depuis.',
      'Le résultat découle de la graine et du sceau, sans aucun choix.',
    ],
    limits: [
      'Qui a acheté les tickets. L’opérateur peut en avoir, comme tout le monde.',
      'Que le sceau était public à l’heure qu’il indique, et qu’il est le même pour tous. Votre appareil garde les sceaux qu’il a vus, les autres gardent les leurs.',
      'Que les gains sont payés. Votre portefeuille le montre.',
    ],
  },
  own: {
    title: 'Contrôlez-le avec votre propre programme',
    text: 'Vous n’avez pas à croire cette page non plus : elle vient du site qu’elle contrôle. Voici les adresses des données, et une commande qui ne lit rien d’autre. La commande est fournie avec le code source.',
    command: 'Commande',
    addresses: 'Adresses',
    sealHash: 'Empreinte du sceau',
    operatorKey: 'La clé de l’opérateur',
  },

  page: {
    title: 'Vérifier un reçu',
    lead: 'Contrôlez n’importe quel ticket avec son seul reçu. Pas besoin de vous connecter.',
    choose: 'Choisir un reçu',
    drop: 'ou déposez son fichier ici, ou collez-le.',
    private: 'Le reçu reste sur cet appareil. Le site ne donne que ce qu’il publie sur le tirage.',
    paste: 'Coller le texte d’un reçu',
    pasteLabel: 'Texte du reçu',
    check: 'Vérifier',
    notJson: 'Ce texte n’est pas un reçu : ce n’est pas du JSON.',
    tooLarge: 'Ce fichier est trop gros pour un reçu.',
    fileFailed: 'Ce fichier n’a pas pu être lu.',
    from: { file: (name) => `Du fichier ${name}`, text: 'Du texte collé', link: 'De l’adresse' },
    another: 'Vérifier un autre reçu',
    how: 'Comment se font les tirages',
    figures: 'Les chiffres, jour par jour',
  },
};

function checks(count: number): string {
  return count < 2 ? `${count} contrôle réussi` : `${count} contrôles réussis`;
}
