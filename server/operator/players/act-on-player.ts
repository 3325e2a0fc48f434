import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/players.ts';
import type { Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { readMobile } from '#server/identity/phone-number.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';
import { actOnAndTell } from './act-on.ts';

/** What an act did, which a function of the database records for operators and for the player, who sees that there was one. */
interface Done {
  readonly clientId: number;
  /** The name of the act in the audit. */
  readonly act: string;
  readonly origin: Origin;
}

/** What a function of the database returned. */
type Returned<T> = Acted<{ readonly value: T }>;

/** Calls a function of the database that acts, and says which line of the audit it left. */
function callAct<T>(
  operators: Operators,
  sql: `console.${string}`,
  values: readonly unknown[],
  follow?: (tx: Transaction) => void,
): Promise<Returned<T>> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  return actOnAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ value: T }>(`select ${sql}(${places}) as value`, [...values]);
    follow?.(tx);
    return row!;
  });
}

/** Calls one of these functions, and lets a line of the process log follow. */
async function actOnPlayer<T>(
  operators: Operators,
  { name }: Operator,
  { clientId, act, origin }: Done,
  sql: `console.${string}`,
  values: readonly unknown[],
): Promise<Returned<T>> {
  const { security, forget } = operators.identity;
  const done = await callAct<T>(operators, sql, values, (tx) =>
    security.follow(tx, origin, { clientId, kind: 'operator_acted', detail: { operator: name, act } }),
  );
  forget(clientId);
  return done;
}

/** Signs a client out everywhere. @returns how many sessions ended @throws Refusal not_found, read_first */
export async function endClientSessions(
  operators: Operators,
  operator: Operator,
  clientId: number,
  reason: string,
  origin: Origin,
): Promise<Acted<{ readonly sessions: number }>> {
  const done = { clientId, act: 'sessions_ended', origin };
  const values = [operator.session, clientId, reason];
  const { value: sessions, audit } = await actOnPlayer<number>(
    operators,
    operator,
    done,
    'console.end_sessions',
    values,
  );
  return { sessions, audit };
}

/** @returns the note's id @throws Refusal not_found, read_first */
export async function writeNote(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { text, readFirst = false }: RequestOf<typeof contract.writeNote>['body'],
): Promise<Acted<{ readonly id: string }>> {
  const values = [session, clientId, text, readFirst];
  const { value: id, audit } = await callAct<string>(operators, 'console.add_note', values);
  return { id, audit };
}

/** @returns the most that operators allow now @throws Refusal not_found, read_first */
export async function tightenLimit(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { kind, period, amount, reason }: RequestOf<typeof contract.tightenLimit>['body'],
  origin: Origin,
): Promise<Acted<{ readonly amount: number }>> {
  const done = { clientId, act: 'limit_tightened', origin };
  const values = [operator.session, clientId, kind, period, amount, reason];
  const { value, audit } = await actOnPlayer<number>(operators, operator, done, 'console.tighten_limit', values);
  return { amount: value, audit };
}

/** @returns until when play is paused @throws Refusal not_found, read_first */
export async function startBreak(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { kind, reason }: RequestOf<typeof contract.startBreak>['body'],
  origin: Origin,
): Promise<Acted<{ readonly pausedUntil: string }>> {
  const done = { clientId, act: 'break_started', origin };
  const values = [operator.session, clientId, kind, reason, operators.timeZone];
  const { value, audit } = await actOnPlayer<Date>(operators, operator, done, 'console.start_break', values);
  return { pausedUntil: value.toISOString(), audit };
}

/** @returns until when @throws Refusal not_found, read_first */
export async function lockClient(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { lock, reason }: RequestOf<typeof contract.lockClient>['body'],
  origin: Origin,
): Promise<Acted<{ readonly until: string }>> {
  const done = { clientId, act: `${lock}_locked`, origin };
  const values = [operator.session, clientId, lock, reason];
  const { value, audit } = await actOnPlayer<Date>(operators, operator, done, 'console.lock_player', values);
  return { until: value.toISOString(), audit };
}

/** @returns whether it was otherwise before @throws Refusal not_found, read_first */
export async function markTest(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { test, reason }: RequestOf<typeof contract.markTest>['body'],
): Promise<Acted<{ readonly changed: boolean }>> {
  const values = [session, clientId, test, reason];
  const { value: changed, audit } = await callAct<boolean>(operators, 'console.mark_test', values);
  return { changed, audit };
}

/** Puts somebody on the list of those who may not play. @returns the entry @throws Refusal not_found, conflict, invalid_request */
export async function forbidPlay(
  operators: Operators,
  { session }: Operator,
  { relation, name, phone, clientId, reason }: RequestOf<typeof contract.forbidPlay>['body'],
): Promise<Acted<{ readonly id: string }>> {
  const { value: id, audit } = await callAct<number | null>(operators, 'console.forbid_play', [
    session,
    relation,
    name,
    phone === undefined ? null : readMobile(phone, undefined),
    clientId ?? null,
    reason,
  ]);
  if (id === null) throw new Refusal('conflict', { detail: ({ operators: says }) => says.onListAlready });
  return { id: String(id), audit };
}
