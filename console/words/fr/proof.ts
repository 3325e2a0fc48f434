import { countsWith } from '#console/words/counted.ts';
import type { words as english } from '#console/words/en/proof.ts';

const counted = countsWith((count) => count < 2);

export const words: typeof english = {
  title: 'Chacun peut-il contrôler ce tirage ?',
  again: 'Vérifier de nouveau',
  fetching: (tickets) =>
    `Contrôle du tirage et de ${tickets} ${tickets === '0' || tickets === '1' ? 'ticket' : 'tickets'}…`,
  passed: (steps) => `Oui. Les ${steps} étapes sont justes.`,
  open: (steps) =>
    `${counted(steps, 'étape ne peut', 'étapes ne peuvent')} pas encore être ${steps < 2 ? 'contrôlée' : 'contrôlées'}.`,
  failed: (steps) => `${counted(steps, 'étape est fausse', 'étapes sont fausses')}.`,
  checkedAt: (time) => `Contrôlé à ${time}`,
  allSteps: (steps) => `Les ${steps} étapes du contrôle`,
  elsewhere:
    'C’est le programme des joueurs, sur ce que contient la base. Qui ne se fie pas à ce serveur le lance ailleurs : npm run verify.',
  sentences: {
    terms: {
      says: 'Les règles étaient fixées avant les mises',
      proves: (ahead) => `Les règles et l’empreinte du secret étaient enregistrées ${ahead} avant la clôture.`,
    },
    tickets: {
      says: 'Les tickets étaient fixés avant le résultat',
      proves: (count, written) =>
        `${counted(count, 'ticket scellé', 'tickets scellés', written)} après la clôture ; aucun ajouté, aucun retiré.`,
    },
    chain: {
      says: 'Les sceaux forment une chaîne continue',
      proves: (before, after) =>
        `${before === null ? 'C’est le premier sceau' : `Suit le tirage de ${before}`}${after === null ? ' ; aucun suivant n’est encore scellé' : `, suivi de ${after}`}.`,
    },
    random: {
      says: 'Le résultat vient du secret et d’un aléa public',
      proves: 'Ni nous ni personne ne pouvait le choisir.',
    },
    shown: { says: 'Le résultat est celui que voient les joueurs', proves: 'Le site montre ce que donne la preuve.' },
    winnings: {
      says: 'Les gains sont ceux que donnent les règles',
      proves: (count, written, amount) =>
        `${counted(count, 'ticket gagnant', 'tickets gagnants', written)}, ${amount} XOF, recalculés sur les tickets scellés.`,
    },
    check: {
      agrees: 'Contrôle indépendant : concorde',
      differs: 'Contrôle indépendant : ne concorde pas',
      notRun: 'Contrôle indépendant : non effectué',
      proves: 'Un autre programme, avec son propre accès, avant et après le résultat.',
    },
  },
  notRun: 'Le contrôle indépendant n’a pas eu lieu : seul ce site les a calculés.',
  noResult: 'Le tirage n’a pas de résultat.',
  notCalculated: 'Aucun gain n’est calculé.',
  notYet: 'Il commence par les tickets scellés.',
  technical: 'Technique',
  thousandths: 'Heures à la milliseconde',
  copyAll: 'Tout copier',
  facts: {
    rules: 'Règles',
    commitment: 'Engagement',
    signature: 'Sa signature',
    operatorKey: 'Clé de l’opérateur',
    seal: 'Sceau',
    before: 'Sceau précédent',
    after: 'Sceau suivant',
    root: 'Racine de Merkle',
  },
  notSealed: 'pas encore scellé',
  neverSealed: 'jamais scellé',
  first: 'le premier sceau',
  none: 'aucun pour l’instant',
  names: {
    draw: 'Dossier',
    operator: 'Clé de l’opérateur',
    rules: 'Règles',
    commitment: 'Engagement',
    seal: 'Sceau',
    'seal-signature': 'Signature du sceau',
    'seal-time': 'Horodatage du sceau',
    'seal-chain': 'Chaîne des sceaux',
    leaves: 'Feuilles',
    root: 'Racine',
    seed: 'Graine',
    beacon: 'Aléa public',
    result: 'Résultat',
    shown: 'Ce que voient les joueurs',
  },
};
