import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/players.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { readMobile } from '#server/identity/phone-number.ts';
import { callAct } from '#server/operator/access/call-act.ts';
import type { Acted, Operator, Operators } from '#server/operator/access/operators.ts';

/** An act on a player, which a function of the database records for operators and for the player. */
interface Done {
  readonly clientId: number;
  /** The name of the act in the audit. */
  readonly act: string;
  readonly origin: Origin;
}

/** Calls a function that acts on a player, and lets a line of the process log follow. */
async function actOnPlayer<T extends object>(
  operators: Operators,
  { name }: Operator,
  { clientId, act, origin }: Done,
  sql: `console.${string}`,
  values: readonly unknown[],
  answer: (value: never) => T,
): Promise<Acted<T>> {
  const { security, forget } = operators.identity;
  const done = await callAct(operators, sql, values, (value: never, tx) => {
    security.follow(tx, origin, { clientId, kind: 'operator_acted', detail: { operator: name, act } });
    return answer(value);
  });
  forget(clientId);
  return done;
}

/** Signs a client out everywhere. @returns how many sessions ended @throws Refusal not_found, read_first */
export function endClientSessions(
  operators: Operators,
  operator: Operator,
  clientId: number,
  reason: string,
  origin: Origin,
): Promise<Acted<{ readonly sessions: number }>> {
  const done = { clientId, act: 'sessions_ended', origin };
  const values = [operator.session, clientId, reason];
  return actOnPlayer(operators, operator, done, 'console.end_sessions', values, (sessions: number) => ({ sessions }));
}

/** @returns the note's id @throws Refusal not_found, read_first */
export function writeNote(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { text, readFirst = false }: RequestOf<typeof contract.writeNote>['body'],
): Promise<Acted<{ readonly id: string }>> {
  const values = [session, clientId, text, readFirst];
  return callAct(operators, 'console.add_note', values, (id: string) => ({ id }));
}

/** @returns the most that operators allow now @throws Refusal not_found, read_first */
export function tightenLimit(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { kind, period, amount, reason }: RequestOf<typeof contract.tightenLimit>['body'],
  origin: Origin,
): Promise<Acted<{ readonly amount: number }>> {
  const done = { clientId, act: 'limit_tightened', origin };
  const values = [operator.session, clientId, kind, period, amount, reason];
  return actOnPlayer(operators, operator, done, 'console.tighten_limit', values, (lowest: number) => ({
    amount: lowest,
  }));
}

/** @returns until when play is paused @throws Refusal not_found, read_first */
export function startBreak(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { kind, reason }: RequestOf<typeof contract.startBreak>['body'],
  origin: Origin,
): Promise<Acted<{ readonly pausedUntil: string }>> {
  const done = { clientId, act: 'break_started', origin };
  const values = [operator.session, clientId, kind, reason, operators.timeZone];
  return actOnPlayer(operators, operator, done, 'console.start_break', values, (end: Date) => ({
    pausedUntil: end.toISOString(),
  }));
}

/** @returns until when @throws Refusal not_found, read_first */
export function lockClient(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { lock, reason }: RequestOf<typeof contract.lockClient>['body'],
  origin: Origin,
): Promise<Acted<{ readonly until: string }>> {
  const done = { clientId, act: `${lock}_locked`, origin };
  const values = [operator.session, clientId, lock, reason];
  return actOnPlayer(operators, operator, done, 'console.lock_player', values, (end: Date) => ({
    until: end.toISOString(),
  }));
}

/** @returns whether it was otherwise before @throws Refusal not_found, read_first */
export function markTest(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { test, reason }: RequestOf<typeof contract.markTest>['body'],
): Promise<Acted<{ readonly changed: boolean }>> {
  const values = [session, clientId, test, reason];
  return callAct(operators, 'console.mark_test', values, (changed: boolean) => ({ changed }));
}

/** Puts somebody on the list of those who may not play. @returns the entry @throws Refusal not_found, conflict, invalid_request */
export function forbidPlay(
  operators: Operators,
  { session }: Operator,
  { relation, name, phone, clientId, reason }: RequestOf<typeof contract.forbidPlay>['body'],
): Promise<Acted<{ readonly id: string }>> {
  const mobile = phone === undefined ? null : readMobile(phone, undefined);
  const values = [session, relation, name, mobile, clientId ?? null, reason];
  return callAct(operators, 'console.forbid_play', values, (id: number | null) => {
    if (id === null) throw new Refusal('conflict', { detail: ({ operators: says }) => says.onListAlready });
    return { id: String(id) };
  });
}
