import { betTypes, type BetName } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';

/** The ticket being composed, with the specification's field names. */
export interface ActiveBet {
  readonly name: BetName;
  /** One string per slot, empty for an empty slot. */
  readonly selectedNumbers: readonly string[];
  /** 0 until one is chosen. */
  readonly betAmount: Francs;
  /** The draw's day on the operator's wall clock, `YYYY-MM-DD`. An empty day, hour or minute means the first on sale. */
  readonly fullDate: string;
  readonly selectedHour: string;
  readonly selectedMinute: string;
  /** Earlier numbers, so that the last change can be undone. */
  readonly undo: readonly (readonly string[])[];
  /** Set when a number was tapped while no slot was empty. */
  readonly full: boolean;
}

export type BetAction =
  | { readonly type: 'chooseBetType'; readonly name: BetName }
  | { readonly type: 'toggleNumber'; readonly number: string }
  | { readonly type: 'fillNumbers'; readonly numbers: readonly string[] }
  | { readonly type: 'undoNumbers' }
  | { readonly type: 'chooseAmount'; readonly amount: Francs }
  | { readonly type: 'chooseHour'; readonly date: string; readonly hour: string }
  | { readonly type: 'chooseMinute'; readonly date: string; readonly hour: string; readonly minute: string }
  | { readonly type: 'chooseNextDraw' }
  | { readonly type: 'load'; readonly ticket: LoadedTicket }
  | { readonly type: 'reset' };

export type ChangeBet = (action: BetAction) => void;

/** A ticket to load: the last one played, a favourite, or one from the basket with its draw. */
export interface LoadedTicket {
  readonly name: BetName;
  readonly selectedNumbers: readonly string[];
  readonly betAmount: Francs;
  readonly draw?: { readonly date: string; readonly hour: string; readonly minute: string };
}

export function freshBet(name: BetName): ActiveBet {
  return {
    name,
    selectedNumbers: emptySlots(name),
    betAmount: betTypes[name].initialStake,
    ...nextDraw,
    undo: [],
    full: false,
  };
}

export function changeBet(bet: ActiveBet, action: BetAction): ActiveBet {
  switch (action.type) {
    case 'chooseBetType':
      return chooseBetType(bet, action.name);
    case 'toggleNumber':
      return toggleNumber(bet, action.number);
    case 'fillNumbers':
      return withNumbers(bet, action.numbers);
    case 'undoNumbers':
      return undoNumbers(bet);
    case 'chooseAmount':
      return { ...bet, betAmount: action.amount };
    case 'chooseHour':
      return { ...bet, fullDate: action.date, selectedHour: action.hour, selectedMinute: '' };
    case 'chooseMinute':
      return { ...bet, fullDate: action.date, selectedHour: action.hour, selectedMinute: action.minute };
    case 'chooseNextDraw':
      return { ...bet, ...nextDraw };
    case 'load':
      return loadTicket(action.ticket);
    case 'reset':
      return freshBet(bet.name);
  }
}

export function filledCount(bet: ActiveBet): number {
  return bet.selectedNumbers.filter(Boolean).length;
}

/** The slot the next tapped number goes to; −1 when all are taken. */
export function nextSlot(bet: ActiveBet): number {
  return bet.selectedNumbers.indexOf('');
}

/** True while the player follows the next draw instead of having picked a time. */
export function followsNextDraw(bet: ActiveBet): boolean {
  return !bet.fullDate && !bet.selectedHour && !bet.selectedMinute;
}

const nextDraw = { fullDate: '', selectedHour: '', selectedMinute: '' } as const;

function emptySlots(name: BetName): string[] {
  return Array.from({ length: betTypes[name].slots }, () => '');
}

/** A new type starts with empty slots and its own default amount; the chosen draw stays. */
function chooseBetType(bet: ActiveBet, name: BetName): ActiveBet {
  const { fullDate, selectedHour, selectedMinute } = bet;
  return { ...freshBet(name), fullDate, selectedHour, selectedMinute };
}

function toggleNumber(bet: ActiveBet, number: string): ActiveBet {
  const taken = bet.selectedNumbers.indexOf(number);
  const slot = taken >= 0 ? taken : nextSlot(bet);
  if (slot < 0) return { ...bet, full: true };
  return withNumbers(bet, bet.selectedNumbers.with(slot, taken >= 0 ? '' : number));
}

function withNumbers(bet: ActiveBet, selectedNumbers: readonly string[]): ActiveBet {
  return { ...bet, selectedNumbers, undo: [...bet.undo, bet.selectedNumbers].slice(-undoDepth), full: false };
}

const undoDepth = 50;

function undoNumbers(bet: ActiveBet): ActiveBet {
  const before = bet.undo.at(-1);
  return before ? { ...bet, selectedNumbers: before, undo: bet.undo.slice(0, -1), full: false } : bet;
}

function loadTicket({ name, selectedNumbers, betAmount, draw }: LoadedTicket): ActiveBet {
  const bet = { ...freshBet(name), selectedNumbers, betAmount };
  return draw ? { ...bet, fullDate: draw.date, selectedHour: draw.hour, selectedMinute: draw.minute } : bet;
}
