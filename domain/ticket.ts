import { betTypes, highestMult, type BetName, type BetType } from './bet-types.ts';
import type { Francs } from './money.ts';

/** The fields of a ticket's form: bet type, stake and numbers, under the specification's names. */
export interface TicketForm {
  readonly name: BetName;
  readonly betAmount: Francs;
  readonly selectedNumbers: readonly string[];
}

const numberPattern = /^[1-9]$/;

/**
 * Refuses numbers that are not 1 to 9, that repeat, or that are too few or too many for the bet type; null when they fit.
 */
function refuseSelection(betType: BetType, selectedNumbers: readonly string[]): 'invalid_selection' | null {
  const right =
    selectedNumbers.length === betType.slots &&
    selectedNumbers.every((number) => numberPattern.test(number)) &&
    new Set(selectedNumbers).size === selectedNumbers.length;
  return right ? null : 'invalid_selection';
}

/** Refuses a stake below the minimum, above the maximum or off the step of the bet type; null when it fits. */
export function refuseStake(betType: BetType, stake: Francs): 'stake_out_of_range' | null {
  const right =
    Number.isSafeInteger(stake) &&
    stake >= betType.minStake &&
    stake <= betType.maxStake &&
    (stake - betType.minStake) % betType.stakeStep === 0;
  return right ? null : 'stake_out_of_range';
}

export interface TicketRefusal {
  readonly field: 'selectedNumbers' | 'betAmount';
  readonly code: 'invalid_selection' | 'stake_out_of_range';
}

/** Every reason why a ticket cannot be sold; empty for a valid ticket. The browser and the server use the same check. */
export function refusalsOf(ticket: TicketForm): TicketRefusal[] {
  const betType = betTypes[ticket.name];
  const refusals: TicketRefusal[] = [];
  const selection = refuseSelection(betType, ticket.selectedNumbers);
  if (selection) refusals.push({ field: 'selectedNumbers', code: selection });
  const stake = refuseStake(betType, ticket.betAmount);
  if (stake) refusals.push({ field: 'betAmount', code: stake });
  return refusals;
}

/** The most a ticket can pay, stake included; null when its stake cannot be sold, so that it pays nothing. */
export function possiblePayout({ name, betAmount }: Pick<TicketForm, 'name' | 'betAmount'>): Francs | null {
  const betType = betTypes[name];
  return refuseStake(betType, betAmount) ? null : betAmount * highestMult(betType);
}

export const ticketStatuses = ['pending', 'win', 'lost', 'void'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** The most tickets one checkout may hold. */
export const maxTicketsPerCheckout = 50;
