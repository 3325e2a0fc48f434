import { words as game } from './game.ts';

/** The card that tells a client that a draw paid nothing. It neither comforts nor invites to another bet. */
export const words = {
  title: (tickets: number) => (tickets === 1 ? 'No prize this time' : `${tickets} tickets, no prize`),
  place: (place: number) => ['1st', '2nd', '3rd'][place] ?? `${place + 1}th`,
  /** One number of a ticket and where it came out. */
  came: (number: string, place: number) => `${number} came ${game.ordinal(place)}`,
  because: (parts: readonly string[]) =>
    `Your ${[parts.slice(0, -1).join(', your '), ...parts.slice(-1)].filter(Boolean).join(' and your ')}.`,
  odds: (losers: number, all: number, name: string) => `${losers} in ${all} ${name} tickets lose.`,
  staked: 'Staked',
  paid: 'Paid',
  balance: 'Balance',
  check: 'Check',
  done: 'Done',
  close: 'Close',
};
