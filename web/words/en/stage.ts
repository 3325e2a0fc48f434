import type { BetName } from '#domain/bet-types.ts';
import { words as game } from './game.ts';

const counts = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'All nine'];

const places = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'];

/** The draw as it happens, and what it came to. */
export const words = {
  stage: (at: string) => `The draw of ${at}`,
  draw: (at: string) => `Draw ${at}`,
  salesCloseIn: 'Sales close in',
  closed: 'Closed, drawing in',
  drawing: 'Drawing',
  late: 'Still drawing',
  nineInBowl: 'Nine in the bowl',
  inBowl: (balls: number) => (balls === 1 ? '1 ball in the bowl' : `${balls} balls in the bowl`),
  /** The ball that has just landed. */
  came: (place: number, number: string) => `${places[place]}: ${number}`,
  allOut: 'All nine are out',
  settled: 'Drawn and paid out',
  void: 'Called off',

  sealing: 'Closed. The tickets are being sealed.',
  sealed: (at: string) => `Sealed ✓ before the first ball, at ${at}`,
  takesLong: 'It takes longer than usual. Your tickets are kept.',
  refunded: 'Every stake went back to the wallet it came from.',

  result: 'Result',
  notYet: 'not drawn yet',
  play: 'Play',
  skip: 'Skip',
  again: 'Watch again',
  check: 'Check',
  /** On a ball that makes tickets pay, and under the coins of one. */
  paying: (names: readonly string[]) => (names.length === 1 ? `${names[0]} ✓` : `${names.length} tickets ✓`),
  seats: 'Your tickets on this draw',
  ofNeeded: (name: string, hits: number, needed: number) => `${name}, ${hits} of ${needed}`,
  /** Tickets that are not shown. */
  others: (count: number) => `and ${count} more`,
  openFor: (time: string) => `Bets are open for ${time}`,

  soFar: (paid: string, staked: string) => `So far ${paid} · staked ${staked}`,
  paidInLater: 'Paid in after the ninth ball.',
  beingPaid: 'Being paid in …',
  pays: (amount: string) => `Pays ${amount}`,
  paid: (amount: string) => `Paid ${amount}`,
  open: 'Open',
  openTicket: (name: string, serial: string) => `${name}, ticket ${serial}`,

  cameOut: (number: string, place: number) => `${number} came ${game.ordinal(place)}`,
  inPlace: (count: number) => (count === 0 ? 'None in its place' : `${count} of nine in place`),
  missed: {
    IziOrder: 'Fewer than three in place',
    IziOne: 'Another number is first',
    IziTwo: 'Not both among the first two',
    IziABC: 'Not among the first three',
    Izi2x: 'Fewer than two among the first three',
    Izi3x: 'Not all among the first three',
  } satisfies Record<BetName, string> as Record<BetName, string>,
  wanted: {
    IziOrder: 'Three or more in place',
    IziOne: 'Has to be first',
    IziTwo: 'Both among the first two',
    IziABC: 'Among the first three',
    Izi2x: 'Two among the first three',
    Izi3x: 'All among the first three',
  } satisfies Record<BetName, string> as Record<BetName, string>,

  /** For screen readers; these three are all that is said while a draw happens. */
  said: {
    closed: 'Sales are closed. The draw begins.',
    drawn: (numbers: string) => `Drawn: ${numbers}.`,
    outcome: (paid: string, staked: string) => `Your tickets paid ${paid}, you staked ${staked}.`,
  },

  win: {
    title: 'You won',
    about: (at: string) => `Draw ${at}, after your stakes`,
    /** One number of a ticket and where it came out. */
    because: (parts: readonly string[]) =>
      `Your ${[parts.slice(0, -1).join(', your '), ...parts.slice(-1)].filter(Boolean).join(' and your ')}.`,
    cameOut: (number: string, place: number, isFirstOfAll: boolean) =>
      `${number} ${isFirstOfAll ? 'came ' : ''}${game.ordinal(place)}`,
    inOrder: (count: number) => `${counts[count]} of your nine numbers came out in their exact place.`,
    line: (name: string, numbers: string, stake: string, mult: string) => `${name} ${numbers}, ${stake} ${mult}`,
    staked: (tickets: number) => `Staked on this draw, ${tickets === 1 ? '1 ticket' : `${tickets} tickets`}`,
    ahead: 'Ahead on this draw',
    withdraw: 'Withdraw',
    playAgain: 'Play again',
    share: 'Share a picture',
    proof: 'Check this draw',
    balance: (amount: string) => `Balance ${amount}`,
    close: 'Close',
  },
};
