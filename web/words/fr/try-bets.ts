import type { words as english } from '#web/words/en/try-bets.ts';
import { list } from './game.ts';

export const words: typeof english = {
  betType: 'Type de pari',
  oneOn: (name, numbers) => `${name} sur ${list(numbers)}`,
  hundredOn: (numbers, stake) => `100 tickets sur ${list(numbers)}, ${stake} chacun`,
  oneIn: (oneIn) => `1 chance sur ${oneIn}`,
  once: 'Un tirage',
  hundred: '100 tirages',
  idle: 'Faites un tirage pour voir pourquoi un ticket gagne ou perd, ou 100 pour voir ce qui revient.',
  won: 'Gagnés',
  wonOf: (won) => `${won} sur 100`,
  staked: 'Misé',
  paid: 'Payé',
  net: 'Solde',
  returned: (rtp) => `À la longue, ${rtp} des mises reviennent. Une centaine seule peut être au-dessus ou au-dessous.`,
};
