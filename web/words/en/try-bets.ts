import { list } from './game.ts';

/** Trying each bet on About. */
export const words = {
  betType: 'Bet type',
  oneOn: (name: string, numbers: readonly string[]) => `${name} on ${list(numbers)}`,
  hundredOn: (numbers: readonly string[], stake: string) => `100 tickets on ${list(numbers)}, ${stake} each`,
  oneIn: (oneIn: string) => `1 in ${oneIn}`,
  once: 'Draw once',
  hundred: 'Draw 100 times',
  idle: 'Draw once to see why a ticket wins or loses, or 100 times to see what comes back.',
  won: 'Won',
  wonOf: (won: number) => `${won} of 100`,
  staked: 'Staked',
  paid: 'Paid',
  net: 'Net',
  returned: (rtp: string) => `Over time ${rtp} of all stakes come back. A single hundred can be above or below.`,
};
