import type { Ticket } from '#contract/bets.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/players.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { outcomeOf } from '#domain/outcome.ts';
import { uuidv7Pattern } from '#domain/uuid.ts';
import { readCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readOne, readPage } from '#server/operator/access/reads.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';

// Each function of the database that is called here writes a row into the log of who looked at whom.

/** A player's tickets. Which of their numbers hit follows from the rules of the game, which the database does not know. */
export async function listPlayerTickets(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { drawId, from, to, cursor, limit }: RequestOf<typeof contract.listPlayerTickets>['query'],
): Promise<AnswerOf<typeof contract.listPlayerTickets>> {
  const values = [session, clientId, drawId ?? null, from ?? null, to ?? null, readCursor(cursor, uuidv7Pattern)];
  const page = await readPage<Omit<Ticket, 'places'>>(operators, 'console.player_tickets', values, limit);
  return {
    ...page,
    data: page.data.map((ticket) => ({
      ...ticket,
      places: placesOf(ticket.name, ticket.selectedNumbers, ticket.result),
    })),
  };
}

/** Which of a ticket's numbers hit; null until there is a result. */
export function placesOf(
  name: BetName,
  selectedNumbers: readonly string[],
  result: readonly string[] | null,
): boolean[] | null {
  return result && [...outcomeOf(betTypes[name], selectedNumbers.map(Number), result.map(Number)).places];
}

type Sessions = AnswerOf<typeof contract.getPlayerSessions>['data'];

/** Browsers are named in the reader's language. */
export async function readPlayerSessions(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  language: Language,
): Promise<Sessions> {
  const { sessions, devices } = await readOne<Sessions>(operators, 'console.player_sessions', [session, clientId]);
  return {
    sessions: sessions.map((one) => ({ ...one, device: deviceIn(one.device, language) })),
    devices: devices.map((one) => ({ ...one, name: deviceIn(one.name, language) })),
  };
}

/** The values that a filter of a list lets through: `CI,ML` these, `-CI,ML` all others; null for everything. */
export function chosen(filter: string | undefined, all: readonly string[]): readonly string[] | null {
  if (filter === undefined) return null;
  const named = filter.replace('-', '').split(',');
  return filter.startsWith('-') ? all.filter((one) => !named.includes(one)) : named;
}
