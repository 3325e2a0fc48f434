import type { BetName, BetType } from '#domain/bet-types.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';

export const words = {
  waitingLost: 'Your tickets could not be loaded. Try again',
  title: 'Play',
  promise: (stake: number, payout: number) => `Nine balls. Guess which comes first. ${stake} pays ${payout}.`,
  tryIt: 'Tap a ball to try. No account, no money. 18+',
  ball: (number: string) => `Ball ${number}`,
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
  oneIn: (oneIn: string) => `1 in ${oneIn}`,

  /** The condition for the loose numbers of a ticket; where the place counts, it is below each of them. */
  slotsOf: {
    IziOne: 'First ball out',
    IziTwo: 'First two, in any order',
    IziABC: 'One of the first three',
    Izi2x: 'Two of these in the first three balls',
    Izi3x: 'First three, in any order',
    IziOrder: '',
  } satisfies Record<BetName, string> as Record<BetName, string>,

  pad: 'Numbers',
  slots: 'Your numbers',
  chosen: (number: string) => `${number}, chosen`,
  emptySlot: (place: number) => `Place ${place}, empty`,
  full: 'All chosen. Tap one again to take it out.',
  quickPick: 'Quick pick',

  amount: 'Amount',
  otherAmount: 'Other',

  nextDraw: 'Next draw',
  drawLine: (when: string, count: number) =>
    count === 1 ? `Draw ${when}, this one only` : `Draw ${when}, ${count} in a row`,
  change: 'Change',
  closed: (closed: string, now: string) => `${closed} has closed. Moved to ${now}.`,

  possiblePayout: (count: number) => `${count > 1 ? 'Each pays' : 'Pays'} if it wins`,
  returns: (stake: string, mult: string, rtp: string) => `${stake} × ${mult}. Returns ${rtp} over time.`,
  timesStake: (mult: string) => `${mult} your stake`,
  nothingPaid: 'Nothing is paid until you check out.',
  forDraws: (count: number, stake: string, total: string) => `${count} × ${stake} cost ${total}. Nothing is paid yet.`,
  yourTicket: 'Your ticket',
  add: 'Add to basket',
  save: 'Save ticket',
  added: (name: string, times: readonly string[]) =>
    times.length === 1
      ? `${name} added, for ${times[0]}`
      : `${times.length} × ${name} added, ${times[0]} to ${times.at(-1)}`,
  missing: {
    numbers: (missing: number, slots: number) => {
      if (slots === 1) return 'Pick a number from 1 to 9.';
      return missing === slots
        ? `Pick ${slots} numbers from 1 to 9.`
        : missing === 1
          ? 'Pick one more number.'
          : `Pick ${missing} more numbers.`;
    },
    amount: 'Choose an amount.',
    amountOf: ({ minStake, maxStake, stakeStep }: BetType) =>
      `From ${formatAmount(minStake)} to ${formatFrancs(maxStake)}, in steps of ${formatAmount(stakeStep)}.`,
    draw: 'Choose a draw that is on sale.',
    room: (most: number) => `The basket holds up to ${most} tickets. Check out first.`,
  },
};
