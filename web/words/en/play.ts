import type { BetType } from '#domain/bet-types.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';

export const words = {
  title: 'Play',
  salesClose: 'Sales close in',
  salesFor: (time: string) => `Sales for ${time} close in`,
  noSales: 'No draw is on sale just now',
  drawn: 'Last draw',
  nothingDrawn: 'None drawn yet',
  drawnUnknown: 'Could not be fetched',
  drawnAt: (time: string) => `Drawn ${time}`,

  betType: 'Bet type',
  upTo: (mult: string) => `up to ${mult}`,
  odds: (oneIn: string) => `Wins 1 in ${oneIn}`,
  rtp: (percent: string) => `returns ${percent} over time`,
  pays: (mult: string) => `pays ${mult}`,
  paysUpTo: (mult: string) => `pays up to ${mult}`,
  tiers: 'What each count pays',
  inPlace: 'In exact place',
  payout: 'Pays',
  payoutFor: (stake: string) => `For ${stake}`,

  pad: 'Numbers',
  slots: 'Your numbers, in order',
  orderHint: 'Drag to re-order, or use the arrow keys.',
  placed: (number: string, place: string) => `${number}, ${place} place`,
  emptySlot: (place: number) => `Place ${place}, empty`,
  moved: (number: string, place: string) => `${number} is now ${place}.`,
  full: 'All chosen. Tap one again to take it out.',
  quickPick: 'Quick pick',
  undo: 'Undo',
  clear: 'Clear',
  repeat: 'Repeat my last ticket',
  nothingToRepeat: 'You have no ticket yet.',
  notRepeated: 'Your last ticket could not be fetched. Try again in a moment.',

  amount: 'Amount',
  range: ({ minStake, maxStake }: BetType) => `${formatAmount(minStake)} to ${formatFrancs(maxStake)}`,

  draw: 'Draw',
  date: 'Date',
  hour: 'Hour',
  minute: 'Minute',
  today: (day: string) => `Today ${day}`,
  next: 'Next',
  in: 'in',
  nextDraw: 'Next draw',
  count: 'Play it on',
  draws: (count: number) => (count === 1 ? 'this draw only' : `${count} draws in a row`),
  closed: (closed: string, now: string) => `Sales for ${closed} have closed. Your ticket is for ${now} now.`,

  possiblePayout: 'Possible payout',
  forDraws: (count: number, total: string) => `Each of the ${count} tickets; they cost ${total} together.`,
  yourTicket: 'Your ticket',
  add: 'Add to basket',
  save: 'Save ticket',
  cancel: 'Leave it as it was',
  added: (name: string, times: readonly string[]) =>
    times.length === 1
      ? `${name} added, for ${times[0]}`
      : `${times.length} × ${name} added, ${times[0]} to ${times.at(-1)}`,
  missing: {
    numbers: (missing: number, slots: number) => {
      if (slots === 1) return 'Choose a number.';
      return missing === slots
        ? `Choose ${slots} numbers.`
        : `Choose ${missing} more number${missing === 1 ? '' : 's'}.`;
    },
    amount: 'Choose an amount.',
    amountOf: ({ minStake, maxStake, stakeStep }: BetType) =>
      `The amount goes from ${formatAmount(minStake)} to ${formatFrancs(maxStake)} in steps of ${formatAmount(stakeStep)}.`,
    draw: 'Choose a draw that is on sale.',
    room: (most: number) => `The basket holds up to ${most} tickets. Check out first.`,
  },
};
