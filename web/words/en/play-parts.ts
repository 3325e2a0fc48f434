import { formatAmount } from '#domain/money.ts';
import { list } from './game.ts';

/** The words of the parts of Play that are loaded later: apart from `play.ts`, so that a first visit does not load them. */
export const words = {
  undo: 'Undo',
  clear: 'Clear',
  cancel: 'Cancel',
  noneWaiting: 'No ticket is waiting for a draw',

  tiers: (name: string) => `What ${name} pays`,
  inPlace: 'In place',
  payoutFor: (stake: string) => `${stake} pays`,
  chance: 'Chance',
  oneIn: (oneIn: string) => `1 in ${oneIn}`,
  anyPrize: 'Any prize',
  noPrize: 'No prize',
  losers: (losers: number, all: number) => `${losers} in ${all}`,
  highestOnly: 'Only the highest line is paid. Eight cannot happen: the ninth would be in place too.',
  toScale: (rtp: string) =>
    `Returns ${rtp} over time. The lines are drawn to scale; those of the highest prizes are too thin to see.`,
  topPrize: 'Top prize, nine in place',
  smallestPrize: 'Any prize, three or more',
  andUp: (sum: string) => `${sum} and up`,

  reorder: 'Drag a ball to another place, or tap two to swap them.',
  placed: (number: string, place: string) => `${number}, ${place} place`,
  moved: (number: string, place: string) => `${number} is now ${place}.`,

  repeat: (ticket: string) => `Repeat ${ticket}`,
  lastTicket: (name: string, numbers: string, amount: string) => `${name} ${numbers} · ${amount}`,

  tickets: (count: number) => (count === 1 ? '1 ticket' : `${formatAmount(count)} tickets`),
  pickNumbers: (slots: number) => (slots === 1 ? 'Pick a number' : `Pick ${slots} numbers`),
  picked: (numbers: readonly string[]) => list(numbers),
  drawAt: (when: string) => `Draw ${when}`,
  inFirstPlace: (number: string) => `${number}, in the 1st place`,

  count: 'Play it on',
  draws: (count: number) => (count === 1 ? 'This draw only' : `${count} draws in a row`),
  date: 'Date',
  hour: 'Hour',
  minute: 'Minute',
  today: (day: string) => `Today ${day}`,
};
