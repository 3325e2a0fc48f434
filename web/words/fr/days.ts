import type { words as english } from '#web/words/en/days.ts';

export const words: typeof english = {
  format: 'JJ/MM/AAAA',
  pick: 'Choisir dans un calendrier',
  unreadable: (example) => `Saisissez une date valable : jour, mois et année, comme ${example}.`,
  too_late: (last) => `Saisissez une date jusqu’au ${last}.`,
};
