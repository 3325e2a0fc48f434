import type { words as english } from '#console/words/en/caps.ts';

const measures = { worst: 'pire cas', p9999: '1 sur 10 000' };

export const words: typeof english = {
  title: 'Plafonds d’exposition',
  note: 'Jaune à 70 % ; à 90 %, le type de pari en cause n’est plus vendu pour ce tirage',
  ofAll: 'tout un tirage',
  columns: { what: 'Sur', measure: 'Mesure', amount: 'Plafond, XOF', set: 'Fixé', act: '' },
  measure: (measure) => measures[measure],
  what: (name) => name ?? 'tout un tirage',
  own: 'de ce seul tirage',
  share: (what) => `Part atteinte du plafond sur ${what}`,
  computed: 'calculé',
  notComputed: 'pas encore calculé',
  none: 'Aucun plafond. Rien n’est suspendu, quoi qu’un tirage puisse coûter.',
  failed: 'Impossible d’afficher les plafonds.',
  by: (who) => `par ${who}`,
  asked: 'demandé',
  lower: 'Baisser…',
  first: 'Fixer un plafond…',
  raise: 'Relever…',
  ownCap: 'Vous l’avez baissé : d’autres le relèveront',
  pauses: 'Suspendu par les plafonds',
  noPause: 'Aucun plafond n’a rien suspendu.',
  goesOn: 'toujours en vigueur',
  ended: 'terminé',
  endedByRaise: 'terminé, plafond relevé',
  decisions: 'Décisions',
  noDecision: 'Aucun plafond n’a jamais été fixé.',
  noCap: 'sans plafond',
  change: (scope, before, after) => `${scope} : ${before} → ${after}`,

  scope: (draw, name) =>
    `${name ?? 'Tous les types de pari'}, ${draw === null ? 'chaque tirage' : `le tirage de ${draw}`}`,
  sheet: {
    what: 'Sur',
    measure: 'Mesure',
    amount: 'Nouveau plafond, XOF',
    typed: 'Saisissez le nouveau plafond',
    before: (francs) => `au plus ${francs} XOF`,
    noBefore: 'sans plafond',
    touches: 'Concerne',
    touchesWhom: 'tout le monde de la même façon, si un type de pari est suspendu ; aucun gain n’est réduit',
    reached: 'Atteint à présent',
    whole: 'Le plafond est un nombre entier',
  },
  lowerSheet: {
    title: 'Baisser un plafond',
    first: 'Fixer un plafond',
    intro:
      'Aussitôt, par vous seul. Le prochain calcul peut suspendre un type de pari. Pour le relever, il faudra deux autres personnes.',
    button: 'Baisser maintenant',
    set: 'Fixer maintenant',
    isLower: 'Il est plus bas qu’à présent',
    done: (scope) => `Plafond baissé : ${scope}.`,
    doneFirst: (scope) => `Plafond fixé : ${scope}.`,
  },
  raiseSheet: {
    away: 'Supprimer le plafond',
    how: 'Vers',
    toAmount: 'un plafond plus haut',
  },
};
