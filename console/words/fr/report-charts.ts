import type { words as english } from '#console/words/en/report-charts.ts';

export const words: typeof english = {
  aDay: 'Mises et PBJ par jour',
  aDaySays: (days, stakes, ggr) => `Mises et PBJ de ${days} jours ou mois : ${stakes} XOF misés, PBJ de ${ggr} XOF.`,
  from: 'Du',
  stakes: 'Mises',
  ggr: 'dont PBJ',
  payouts: 'Gains',
  ggrAlone: 'PBJ',
  return: 'Retour',
  expected: (francs) => `attendu ${francs}`,
  againstExpected: (francs) => `${francs} par rapport à l’attendu`,
  inTheory: (share) => `${share} en théorie`,
  theory: 'Retour réel et théorique',
  period: 'cette période',
  byRules: 'Théorie',
  betType: 'Type de pari',
  theorySays: (name, share, theory) => `${name} a rendu ${share}, ${theory} en théorie.`,
  house: 'Résultat de la maison',
  spans: { hours: '8 heures', day: 'aujourd’hui', week: '7 jours' },
  last: 'Période',
  houseSays: (span, sum, below, draws) =>
    `Résultat de la maison, ${span} : ${sum} XOF en tout, ${below} tirages sur ${draws} sous zéro.`,
  houseSum: (span, sum, below, draws) => `${span} : ${sum} XOF · ${below} tirages sur ${draws} sous zéro`,
  net: 'Maison XOF',
};
