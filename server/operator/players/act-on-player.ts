import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/players.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readMobile } from '#server/identity/phone-number.ts';
import { askFor } from '#server/operator/acts/ask-for.ts';
import type { Operator, Operators } from '#server/operator/door/operators.ts';
import { actOn, callForOne } from './act-on.ts';

/** Signs a client out everywhere. @returns how many sessions ended @throws Refusal not_found, read_first */
export async function endClientSessions(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  reason: string,
): Promise<number> {
  const ended = await callForOne<number>(operators, 'console.end_sessions', [session, clientId, reason]);
  operators.identity.forget(clientId);
  return ended;
}

/** @returns the note's id @throws Refusal not_found, read_first */
export function writeNote(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { text, readFirst = false }: RequestOf<typeof contract.writeNote>['body'],
): Promise<string> {
  return callForOne(operators, 'console.add_note', [session, clientId, text, readFirst]);
}

/** @returns the most that operators allow now @throws Refusal not_found, read_first */
export function tightenLimit(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { kind, period, amount, reason }: RequestOf<typeof contract.tightenLimit>['body'],
): Promise<number> {
  return callForOne(operators, 'console.tighten_limit', [session, clientId, kind, period, amount, reason]);
}

/** @returns until when play is paused @throws Refusal not_found, read_first */
export async function startBreak(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { kind, reason }: RequestOf<typeof contract.startBreak>['body'],
): Promise<string> {
  const { timeZone } = operators;
  const until = await callForOne<Date>(operators, 'console.start_break', [session, clientId, kind, reason, timeZone]);
  operators.identity.forget(clientId);
  return until.toISOString();
}

/** @returns until when @throws Refusal not_found, read_first */
export async function lockClient(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { lock, reason }: RequestOf<typeof contract.lockClient>['body'],
): Promise<string> {
  const until = await callForOne<Date>(operators, 'console.lock_player', [session, clientId, lock, reason]);
  operators.identity.forget(clientId);
  return until.toISOString();
}

/** @returns whether it was otherwise before @throws Refusal not_found, read_first */
export function markTest(
  operators: Operators,
  { session }: Operator,
  clientId: number,
  { test, reason }: RequestOf<typeof contract.markTest>['body'],
): Promise<boolean> {
  return callForOne(operators, 'console.mark_test', [session, clientId, test, reason]);
}

/** Puts somebody on the list of those who may not play. @returns the entry @throws Refusal not_found, conflict, invalid_request */
export async function forbidPlay(
  operators: Operators,
  { session }: Operator,
  { relation, name, phone, clientId, reason }: RequestOf<typeof contract.forbidPlay>['body'],
): Promise<string> {
  const id = await callForOne<number | null>(operators, 'console.forbid_play', [
    session,
    relation,
    name,
    phone === undefined ? null : readMobile(phone, undefined),
    clientId ?? null,
    reason,
  ]);
  if (id === null) throw new Refusal('conflict', { detail: 'This phone or player is on the list already.' });
  return String(id);
}

type AskingBody = RequestOf<typeof contract.askForReset>['body'];

/**
 * Asks for something about a player that takes two. What the asker has seen is stored with it.
 *
 * @throws Refusal as `askFor` does; read_first
 */
export async function askAbout(
  operators: Operators,
  operator: Operator,
  kind: string,
  clientId: number,
  { reason, signature }: AskingBody,
  newValues: object = {},
): Promise<string> {
  const oldValues = await actOn(operators, async (tx) => {
    const [row] = await tx.query<{ seen: object }>('select console.seen_before_asking($1, $2, $3) as seen', [
      operator.session,
      clientId,
      kind,
    ]);
    return row!.seen;
  });
  return askFor(operators, operator, { kind, subject: `client ${clientId}`, newValues, oldValues, reason }, signature);
}

/** @throws Refusal invalid_request for anything but a mobile number of our countries; as `askAbout` does */
export function askToChangePhone(
  operators: Operators,
  operator: Operator,
  clientId: number,
  { phone, ...asking }: RequestOf<typeof contract.askToChangePhone>['body'],
): Promise<string> {
  return askAbout(operators, operator, 'change_phone', clientId, asking, { phone: readMobile(phone, undefined) });
}

/** @throws Refusal as `askFor` does */
export function askToLetPlay(
  operators: Operators,
  operator: Operator,
  entry: string,
  { reason, signature }: AskingBody,
): Promise<string> {
  const asked = { kind: 'let_play', subject: `person ${entry}`, newValues: { entry }, oldValues: {}, reason };
  return askFor(operators, operator, asked, signature);
}
