import type { BetName, BetType } from '#domain/bet-types.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';

/** `4`, `4 and 9`, `1, 4 and 9`. */
export function list(numbers: readonly string[]): string {
  return numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}

export const words = {
  waitingLost: 'Your tickets could not be loaded. Try again',
  title: 'Play',
  salesClose: 'Next draw · bet within',
  salesFor: (time: string) => `Next draw ${time} · bet within`,
  noSales: 'No draw is on sale just now',
  drawing: (time: string) => `Drawing ${time}`,
  drawn: 'Last draw',
  result: 'Result, first out first',
  nothingDrawn: 'None drawn yet',
  drawnUnknown: 'Could not be fetched',
  fetchAgain: 'Try again',
  drawnAt: (time: string) => `Drawn ${time}`,
  checkable: (draws: number) => (draws === 1 ? '1 draw, checkable' : `${formatAmount(draws)} draws, all checkable`),

  betType: 'Bet type',
  upTo: (mult: string) => `to ${mult}`,
  odds: (oneIn: string, rtp: string) => `Wins 1 in ${oneIn}. Returns ${rtp} over time.`,
  oneIn: (oneIn: string) => `1 in ${oneIn}`,

  /** The picture of the nine places, in words. */
  places: {
    IziOrder: 'Nine places. Every one can win.',
    IziOne: 'Nine places. The first one wins.',
    IziTwo: 'Nine places. The first two win together.',
    IziABC: 'Nine places. Each of the first three wins.',
    Izi2x: 'Nine places. Two of the first three win.',
    Izi3x: 'Nine places. The first three win together.',
  } satisfies Record<BetName, string> as Record<BetName, string>,
  place: (place: number) => ['1st', '2nd', '3rd'][place] ?? `${place + 1}th`,
  orPlace: (place: string) => `or ${place}`,

  pad: 'Numbers',
  slots: 'Your numbers, in order',
  chosen: (number: string) => `${number}, chosen`,
  emptySlot: (place: number) => `Place ${place}, empty`,
  full: 'All chosen. Tap one again to take it out.',
  quickPick: 'Quick pick',
  undo: 'Undo',
  clear: 'Clear',

  drawAt: (when: string) => `Draw ${when}`,

  amount: 'Amount',
  otherAmount: 'Other',
  range: ({ minStake, maxStake }: BetType) => `${formatAmount(minStake)} to ${formatFrancs(maxStake)}`,

  nextDraw: 'Next draw',
  nextDrawAt: (time: string) => `Next draw, ${time}`,
  count: 'Play it on',
  draws: (count: number) => (count === 1 ? 'This draw only' : `${count} draws in a row`),
  closed: (closed: string, now: string) => `${closed} has closed. Your ticket is for ${now} now.`,

  possiblePayout: 'Possible payout',
  payoutPerDraw: 'Payout per draw',
  timesStake: (mult: string) => `${mult} your stake`,
  nothingPaid: 'Nothing is paid until you check out.',
  forDraws: (count: number, stake: string, total: string) => `${count} × ${stake} cost ${total}. Nothing is paid yet.`,
  yourTicket: 'Your ticket',
  add: 'Add to basket',
  save: 'Save ticket',
  cancel: 'Cancel',
  added: (name: string, times: readonly string[]) =>
    times.length === 1
      ? `${name} added, for ${times[0]}`
      : `${times.length} × ${name} added, ${times[0]} to ${times.at(-1)}`,
  missing: {
    numbers: (missing: number, slots: number) => {
      if (slots === 1) return 'Pick a number from 1 to 9.';
      return missing === slots
        ? `Pick ${slots} numbers from 1 to 9.`
        : `Pick ${missing} more number${missing === 1 ? '' : 's'}.`;
    },
    amount: 'Choose an amount.',
    amountOf: ({ minStake, maxStake, stakeStep }: BetType) =>
      `From ${formatAmount(minStake)} to ${formatFrancs(maxStake)}, in steps of ${formatAmount(stakeStep)}.`,
    draw: 'Choose a draw that is on sale.',
    room: (most: number) => `The basket holds up to ${most} tickets. Check out first.`,
  },
};
