import { transactionKinds } from '#contract/calls/wallet.ts';
import type { Ticket } from '#contract/bets.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/players.ts';
import { countries } from '#domain/countries.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { outcomeOf } from '#domain/outcome.ts';
import { uuidPattern, uuidv7Pattern } from '#domain/uuid.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readAll, readFound, readOne, readPage } from '#server/operator/access/reads.ts';
import { search } from './search.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';

// Each function of the database that is called here writes a row into the log of who looked at whom.

/** Players, the newest first. The cursor is the number of the last one that was seen. */
export async function listPlayers(
  operators: Operators,
  operator: Operator,
  { state, country, player, cursor, limit }: RequestOf<typeof contract.listPlayers>['query'],
): Promise<AnswerOf<typeof contract.listPlayers>> {
  const found = player === undefined ? null : await search(operators, operator, player);
  const among = found?.filter(({ what }) => what === 'client').map(({ id }) => id) ?? null;
  const values = [operator.session, state ?? null, chosen(country, countries), among, readCursor(cursor, numberCursor)];
  return readPage(operators, 'console.list_players', values, limit);
}

/** @throws Refusal not_found */
export function openPlayer(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  why: string | undefined,
): Promise<contract.Player> {
  return readFound(operators, 'console.open_player', [session, clientId, why ?? null]);
}

/** One field that is masked otherwise; null where the player has none. @throws Refusal not_found */
export function unmaskField(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { field, reason }: RequestOf<typeof contract.unmask>['body'],
): Promise<string | null> {
  return readOne(operators, 'console.unmask', [session, clientId, field, reason]);
}

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

export function listPlayerStatement(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { kind, from, to, cursor, limit }: RequestOf<typeof contract.listPlayerStatement>['query'],
): Promise<AnswerOf<typeof contract.listPlayerStatement>> {
  const filters = [chosen(kind, transactionKinds), from ?? null, to ?? null];
  const values = [session, clientId, ...filters, readCursor(cursor, numberCursor)];
  return readPage(operators, 'console.player_statement', values, limit);
}

export function listPlayerPayments(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { direction, cursor, limit }: RequestOf<typeof contract.listPlayerPayments>['query'],
): Promise<AnswerOf<typeof contract.listPlayerPayments>> {
  const directions = chosen(direction, ['deposit', 'withdrawal']);
  const values = [session, clientId, directions, readCursor(cursor, uuidPattern)];
  return readPage(operators, 'console.player_payments', values, limit);
}

export function readPlayerBalance(
  operators: Operators,
  { session }: Operator,
  clientId: number,
): Promise<AnswerOf<typeof contract.getPlayerBalance>['data']> {
  return readOne(operators, 'console.player_balance', [session, clientId, operators.timeZone]);
}

type Limits = AnswerOf<typeof contract.getPlayerLimits>['data'];

export async function readPlayerLimits(operators: Operators, { session }: Operator, clientId: number): Promise<Limits> {
  const [limits, locks] = await Promise.all([
    readAll<Limits['limits'][number]>(operators, 'console.player_limits', [session, clientId, operators.timeZone]),
    readAll<Limits['locks'][number]>(operators, 'console.player_locks', [session, clientId]),
  ]);
  return { limits, locks };
}

type Sessions = AnswerOf<typeof contract.getPlayerSessions>['data'];

/** Browsers are named in the reader's language. */
export async function readPlayerSessions(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  language: Language,
): Promise<Sessions> {
  const [sessions, devices] = await Promise.all([
    readAll<Sessions['sessions'][number]>(operators, 'console.player_sessions', [session, clientId]),
    readAll<Sessions['devices'][number]>(operators, 'console.player_devices', [session, clientId]),
  ]);
  return {
    sessions: sessions.map((one) => ({ ...one, device: deviceIn(one.device, language) })),
    devices: devices.map((one) => ({ ...one, name: deviceIn(one.name, language) })),
  };
}

type Shown = AnswerOf<typeof contract.getPlayerIdentity>['data'];

export async function readPlayerIdentity(
  operators: Operators,
  { session }: Operator,
  clientId: number,
): Promise<Shown> {
  const [documents, matches] = await Promise.all([
    readAll<Shown['documents'][number]>(operators, 'console.player_documents', [session, clientId]),
    readAll<Shown['matches'][number]>(operators, 'console.player_matches', [session, clientId]),
  ]);
  return { documents, matches };
}

export function listPlayerNotes(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { cursor, limit }: RequestOf<typeof contract.listPlayerNotes>['query'],
): Promise<AnswerOf<typeof contract.listPlayerNotes>> {
  return readPage(operators, 'console.player_notes', [session, clientId, readCursor(cursor, uuidPattern)], limit);
}

type OpenedNote = AnswerOf<typeof contract.openNote>['data'];

/** Opens a note, after which the operator may act on the player. @throws Refusal not_found */
export function openNote(operators: Operators, { session }: Operator, id: string): Promise<OpenedNote> {
  return readFound(operators, 'console.open_note', [session, id]);
}

export function listPlayerLooks(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { cursor, limit }: RequestOf<typeof contract.listPlayerLooks>['query'],
): Promise<AnswerOf<typeof contract.listPlayerLooks>> {
  return readPage(operators, 'console.player_looks', [session, clientId, readCursor(cursor, numberCursor)], limit);
}

export function listMayNotPlay(
  operators: Operators,
  { session }: Operator,
  { cursor, limit }: RequestOf<typeof contract.listMayNotPlay>['query'],
): Promise<AnswerOf<typeof contract.listMayNotPlay>> {
  return readPage(operators, 'console.list_may_not_play', [session, readCursor(cursor, numberCursor)], limit);
}

/** The values that a filter of a list lets through: `CI,ML` these, `-CI,ML` all others; null for everything. */
function chosen(filter: string | undefined, all: readonly string[]): readonly string[] | null {
  if (filter === undefined) return null;
  const named = filter.replace('-', '').split(',');
  return filter.startsWith('-') ? all.filter((one) => !named.includes(one)) : named;
}
