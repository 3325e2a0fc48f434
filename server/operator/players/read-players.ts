import { transactionKinds } from '#contract/calls/wallet.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/players.ts';
import { countries } from '#domain/countries.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { numberStrings } from '#domain/result.ts';
import { uuidPattern, uuidv7Pattern } from '#domain/uuid.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { presentTicket, type StoredTicket } from '#server/tickets/stored-ticket.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';
import { callFor, callForOne } from './act-on.ts';

// Each function of the database that is called here writes a row into the log of who looked at whom.

const numberPattern = /^\d{1,15}$/;

type ListedRow = Omit<contract.ListedPlayer, 'createdAt' | 'lastSignInAt'> & {
  readonly created_at: Date;
  readonly last_sign_in_at: Date | null;
};

/** Players, the newest first. The cursor is the number of the last one that was seen. */
export async function listPlayers(
  operators: Operators,
  { session }: Operator,
  { state, country, cursor, limit = defaultLimit }: RequestOf<typeof contract.listPlayers>['query'],
): Promise<AnswerOf<typeof contract.listPlayers>> {
  const rows = await callFor<ListedRow>(operators, 'console.list_players', [
    session,
    state ?? null,
    chosen(country, countries),
    readCursor(cursor, numberPattern),
    // One more than asked for, to know whether there is a next page. So in all lists.
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    ({ created_at, last_sign_in_at, ...row }) => ({
      ...row,
      createdAt: created_at.toISOString(),
      lastSignInAt: timeOf(last_sign_in_at),
    }),
    ({ id }) => String(id),
  );
}

/** @throws Refusal not_found */
export async function openPlayer(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  why: string | undefined,
): Promise<contract.Player> {
  const player = await callForOne<contract.Player | null>(operators, 'console.open_player', [
    session,
    clientId,
    why ?? null,
  ]);
  if (player === null) throw new Refusal('not_found');
  return player;
}

/** One field that is masked otherwise; null where the player has none. @throws Refusal not_found */
export function unmaskField(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { field, reason }: RequestOf<typeof contract.unmask>['body'],
): Promise<string | null> {
  return callForOne(operators, 'console.unmask', [session, clientId, field, reason]);
}

export async function listPlayerTickets(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { drawId, from, to, cursor, limit = defaultLimit }: RequestOf<typeof contract.listPlayerTickets>['query'],
): Promise<AnswerOf<typeof contract.listPlayerTickets>> {
  const rows = await callFor<StoredTicket>(operators, 'console.player_tickets', [
    session,
    clientId,
    drawId ?? null,
    from ?? null,
    to ?? null,
    readCursor(cursor, uuidv7Pattern),
    limit + 1,
  ]);
  return toPage(rows, limit, presentTicket, ({ id }) => id);
}

interface PostingRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: AnswerOf<typeof contract.listPlayerStatement>['data'][number]['kind'];
  readonly wallet: 'dep' | 'win';
  readonly amount: number;
  readonly dep_after: number;
  readonly win_after: number;
  readonly reference: string;
  readonly draw_id: string | null;
  readonly bet_type: number | null;
  readonly selection: number;
  readonly stake: number;
}

export async function listPlayerStatement(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { kind, from, to, cursor, limit = defaultLimit }: RequestOf<typeof contract.listPlayerStatement>['query'],
): Promise<AnswerOf<typeof contract.listPlayerStatement>> {
  const rows = await callFor<PostingRow>(operators, 'console.player_statement', [
    session,
    clientId,
    chosen(kind, transactionKinds),
    from ?? null,
    to ?? null,
    readCursor(cursor, numberPattern),
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    (row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      kind: row.kind,
      wallet: row.wallet,
      amount: row.amount,
      dep: row.dep_after,
      win: row.win_after,
      reference: row.reference,
      drawId: row.draw_id,
      ticket:
        row.bet_type === null
          ? null
          : {
              name: betTypeOfCode(row.bet_type).name,
              selectedNumbers: numberStrings(row.selection),
              betAmount: row.stake,
            },
    }),
    ({ id }) => String(id),
  );
}

interface PaymentRow {
  readonly id: string;
  readonly direction: 'deposit' | 'withdrawal';
  readonly amount: number;
  readonly provider: string;
  readonly method: string;
  readonly provider_ref: string | null;
  readonly status: string;
  readonly failure: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function listPlayerPayments(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { direction, cursor, limit = defaultLimit }: RequestOf<typeof contract.listPlayerPayments>['query'],
): Promise<AnswerOf<typeof contract.listPlayerPayments>> {
  const rows = await callFor<PaymentRow>(operators, 'console.player_payments', [
    session,
    clientId,
    chosen(direction, ['deposit', 'withdrawal']),
    readCursor(cursor, uuidPattern),
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    ({ provider_ref, created_at, updated_at, ...row }) => ({
      ...row,
      providerRef: provider_ref,
      createdAt: created_at.toISOString(),
      updatedAt: updated_at.toISOString(),
    }),
    ({ id }) => id,
  );
}

type Limits = AnswerOf<typeof contract.getPlayerLimits>['data'];

interface LimitRow {
  readonly kind: Limits['limits'][number]['kind'];
  readonly period: Limits['limits'][number]['period'];
  readonly amount: number | null;
  readonly own: number | null;
  readonly used: number;
  readonly resets_at: Date;
  readonly next_amount: number | null;
  readonly next_at: Date | null;
  readonly operator_amount: number | null;
  readonly set_by: string;
  readonly set_at: Date;
  readonly reason: string;
}

interface LockRow {
  readonly kind: contract.LockKind;
  readonly begins_at: Date;
  readonly ends_at: Date;
  readonly locked_by: string;
  readonly reason: string;
  readonly lifted_at: Date | null;
  readonly lifted_by: string | null;
}

export async function readPlayerLimits(operators: Operators, { session }: Operator, clientId: number): Promise<Limits> {
  const [limits, locks] = await Promise.all([
    callFor<LimitRow>(operators, 'console.player_limits', [session, clientId, operators.timeZone]),
    callFor<LockRow>(operators, 'console.player_locks', [session, clientId]),
  ]);
  return {
    limits: limits.map((row) => ({
      kind: row.kind,
      period: row.period,
      amount: row.amount,
      own: row.own,
      tightened:
        row.operator_amount === null
          ? null
          : { amount: row.operator_amount, setBy: row.set_by, setAt: row.set_at.toISOString(), reason: row.reason },
      used: row.used,
      resetsAt: row.resets_at.toISOString(),
      next: row.next_at && { amount: row.next_amount, at: row.next_at.toISOString() },
    })),
    locks: locks.map((row) => ({
      kind: row.kind,
      beginsAt: row.begins_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      lockedBy: row.locked_by,
      reason: row.reason,
      liftedAt: timeOf(row.lifted_at),
      liftedBy: row.lifted_by,
    })),
  };
}

interface SessionRow {
  readonly id: string;
  readonly device: string;
  readonly known: boolean;
  readonly remember: boolean;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly proven_by: string[];
}

interface DeviceRow {
  readonly name: string;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly shared_with: number[];
}

export async function readPlayerSessions(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  language: Language,
): Promise<AnswerOf<typeof contract.getPlayerSessions>['data']> {
  const [sessions, devices] = await Promise.all([
    callFor<SessionRow>(operators, 'console.player_sessions', [session, clientId]),
    callFor<DeviceRow>(operators, 'console.player_devices', [session, clientId]),
  ]);
  return {
    sessions: sessions.map(({ device, created_at, last_seen_at, expires_at, proven_by, ...row }) => ({
      ...row,
      device: deviceIn(device, language),
      createdAt: created_at.toISOString(),
      lastSeenAt: last_seen_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      provenBy: proven_by,
    })),
    devices: devices.map(({ name, first_seen_at, last_seen_at, shared_with }) => ({
      name: deviceIn(name, language),
      firstSeenAt: first_seen_at.toISOString(),
      lastSeenAt: last_seen_at.toISOString(),
      sharedWith: shared_with.map(Number),
    })),
  };
}

type IdentityAnswer = AnswerOf<typeof contract.getPlayerIdentity>['data'];

interface DocumentRow {
  readonly id: string;
  readonly type: IdentityAnswer['documents'][number]['type'];
  readonly country: string;
  readonly last4: string;
  readonly expires_on: string;
  readonly status: IdentityAnswer['documents'][number]['status'];
  readonly submitted_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly reason: string | null;
}

interface MatchRow {
  readonly source: string;
  readonly matched_at: Date;
  readonly ends_at: Date;
  readonly cleared_at: Date | null;
  readonly cleared_by: string | null;
  readonly reason: string | null;
}

export async function readPlayerIdentity(
  operators: Operators,
  { session }: Operator,
  clientId: number,
): Promise<IdentityAnswer> {
  const [documents, matches] = await Promise.all([
    callFor<DocumentRow>(operators, 'console.player_documents', [session, clientId]),
    callFor<MatchRow>(operators, 'console.player_matches', [session, clientId]),
  ]);
  return {
    documents: documents.map(({ expires_on, submitted_at, decided_at, decided_by, ...row }) => ({
      ...row,
      expiresOn: expires_on,
      submittedAt: submitted_at.toISOString(),
      decidedAt: timeOf(decided_at),
      decidedBy: decided_by,
    })),
    matches: matches.map(({ source, matched_at, ends_at, cleared_at, cleared_by, reason }) => ({
      source,
      matchedAt: matched_at.toISOString(),
      endsAt: ends_at.toISOString(),
      clearedAt: timeOf(cleared_at),
      clearedBy: cleared_by,
      reason,
    })),
  };
}

interface NoteRow {
  readonly id: string;
  readonly at: Date;
  readonly written_by: string;
  readonly text: string;
  readonly read_first: boolean;
}

function presentNote({ id, at, written_by, text, read_first }: NoteRow) {
  return { id, at: at.toISOString(), writtenBy: written_by, text, readFirst: read_first };
}

export async function listPlayerNotes(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listPlayerNotes>['query'],
): Promise<AnswerOf<typeof contract.listPlayerNotes>> {
  const rows = await callFor<NoteRow & { readonly opened: boolean }>(operators, 'console.player_notes', [
    session,
    clientId,
    readCursor(cursor, uuidPattern),
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    (row) => ({ ...presentNote(row), opened: row.opened }),
    ({ id }) => id,
  );
}

/** Opens a note, after which the operator may act on the player. @throws Refusal not_found */
export async function openNote(
  operators: Operators,
  { session }: Operator,
  id: string,
): Promise<AnswerOf<typeof contract.openNote>['data']> {
  const [row] = await callFor<NoteRow & { readonly client_id: number }>(operators, 'console.open_note', [session, id]);
  if (row === undefined) throw new Refusal('not_found');
  return { ...presentNote(row), clientId: row.client_id };
}

interface LookRow {
  readonly id: number;
  readonly at: Date;
  readonly who: string;
  readonly what: string;
  readonly why: string | null;
}

export async function listPlayerLooks(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listPlayerLooks>['query'],
): Promise<AnswerOf<typeof contract.listPlayerLooks>> {
  const rows = await callFor<LookRow>(operators, 'console.player_looks', [
    session,
    clientId,
    readCursor(cursor, numberPattern),
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    ({ id, at, who, what, why }) => ({ id: String(id), at: at.toISOString(), who, what, why }),
    ({ id }) => String(id),
  );
}

interface MayNotPlayRow {
  readonly id: number;
  readonly relation: 'staff' | 'household' | 'supplier';
  readonly name: string;
  readonly phone: string | null;
  readonly client_id: number | null;
  readonly reason: string;
  readonly added_at: Date;
  readonly added_by: string;
  readonly ended_at: Date | null;
}

export async function listMayNotPlay(
  operators: Operators,
  { session }: Operator,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listMayNotPlay>['query'],
): Promise<AnswerOf<typeof contract.listMayNotPlay>> {
  const rows = await callFor<MayNotPlayRow>(operators, 'console.list_may_not_play', [
    session,
    readCursor(cursor, numberPattern),
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    ({ id, client_id, added_at, added_by, ended_at, ...row }) => ({
      ...row,
      id: String(id),
      clientId: client_id,
      addedAt: added_at.toISOString(),
      addedBy: added_by,
      endedAt: timeOf(ended_at),
    }),
    ({ id }) => String(id),
  );
}

/** What a filter of a list lets through: `CI,ML` these, `-CI,ML` all others; null for everything. */
function chosen(filter: string | undefined, all: readonly string[]): readonly string[] | null {
  if (filter === undefined) return null;
  const named = filter.replace('-', '').split(',');
  return filter.startsWith('-') ? all.filter((one) => !named.includes(one)) : named;
}

function timeOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
