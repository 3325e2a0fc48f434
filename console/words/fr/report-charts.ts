import type { words as english } from '#console/words/en/report-charts.ts';

export const words: typeof english = {
  aDay: 'Mises et PBJ par jour',
  aDaySays: (days, stakes, ggr) => `Mises et PBJ de ${days} jours ou mois : ${stakes} XOF misés, PBJ de ${ggr} XOF.`,
  from: 'Du',
  stakes: 'Mises',
  ggr: 'dont PBJ',
  theory: 'Retour réel et théorique',
  period: 'cette période',
  byRules: 'Théorie',
  betType: 'Type de pari',
  theorySays: (name, share, theory) => `${name} a rendu ${share}, ${theory} en théorie.`,
  house: 'Résultat de la maison par tirage',
  houseSays: (draws, sum, below) =>
    `Résultat de la maison des ${draws} derniers tirages : ${sum} XOF en tout, ${below} tirages sous zéro.`,
  houseSum: (draws, sum, below) => `${draws} derniers tirages : ${sum} XOF · ${below} sous zéro`,
  draw: 'Tirage',
  net: 'Maison XOF',
};
