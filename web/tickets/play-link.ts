import { betNames, type BetName } from '#domain/bet-types.ts';
import { refusalsOf, type TicketForm } from '#domain/ticket.ts';

/** A ticket with the moment of its draw, ISO 8601: all that a link to play it carries, and nothing about a person. */
export interface SharedTicket extends TicketForm {
  readonly fullDate: string;
}

/** The beginning of such a link's hash. */
const playHash = '#play=';

/**
 * `/#play=IziTwo.49.300.2026-11-26T18:35Z`: bet type, numbers, stake and draw. They stand in the hash, which a browser never
 * sends to a server.
 */
export function playPath({ name, selectedNumbers, betAmount, fullDate }: SharedTicket): string {
  const moment = `${new Date(fullDate).toISOString().slice(0, 16)}Z`;
  return `/${playHash}${[name, selectedNumbers.join(''), betAmount, moment].join('.')}`;
}

/** The ticket in an address's hash; null for what the rules of the game refuse, because anybody can change a link. */
export function readPlayHash(hash: string): SharedTicket | null {
  const [name, digits, stake, moment, ...rest] = decoded(hash.slice(playHash.length)).split('.');
  if (rest.length > 0 || !isBetName(name) || !/^\d{1,9}$/.test(stake ?? '') || !isMoment(moment)) return null;
  const ticket = { name, selectedNumbers: Array.from(digits!), betAmount: Number(stake) };
  return refusalsOf(ticket).length > 0 ? null : { ...ticket, fullDate: new Date(moment).toISOString() };
}

function isBetName(name: string | undefined): name is BetName {
  return (betNames as readonly (string | undefined)[]).includes(name);
}

function isMoment(moment: string | undefined): moment is string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(moment ?? '') && !Number.isNaN(Date.parse(moment!));
}

/** Some apps that pass links on encode the colon. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
