import { createHash } from 'node:crypto';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/operators.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { UsedCredential } from '#contract/webauthn.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askFor, type Asked, type AskedFor } from '#server/operator/acts/ask-for.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { newSecret } from '#server/operator/door/sessions.ts';

type Listed = AnswerOf<typeof contract.listOperators>['data'][number];

interface ListedRow extends Pick<Listed, 'name' | 'roles' | 'demo' | 'password' | 'sessions' | 'passkeys'> {
  readonly created_at: Date;
  readonly active_at: Date | null;
  readonly disabled_at: Date | null;
  readonly approves_from: Date;
  readonly locked_until: Date | null;
}

/** The operators, by name. The cursor is the name of the last one that was seen. */
export async function listOperators(
  operators: Operators,
  { session }: Operator,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listOperators>['query'],
): Promise<AnswerOf<typeof contract.listOperators>> {
  const rows = await actAs(operators, (tx) =>
    tx.query<ListedRow>('select * from console.list_operators($1, $2, $3)', [
      session,
      readCursor(cursor, /^[a-z][a-z0-9.-]{1,39}$/),
      // One more than asked for, to know whether there is a next page.
      limit + 1,
    ]),
  );
  return toPage(rows, limit, present, ({ name }) => name);
}

function present({ created_at, active_at, disabled_at, approves_from, locked_until, ...rest }: ListedRow): Listed {
  return {
    ...rest,
    createdAt: created_at.toISOString(),
    activeAt: active_at?.toISOString() ?? null,
    disabledAt: disabled_at?.toISOString() ?? null,
    approvesFrom: approves_from.toISOString(),
    lockedUntil: locked_until?.toISOString() ?? null,
  };
}

type Link = AnswerOf<typeof contract.inviteOperator>['data'];

/** Invites somebody, who can do nothing yet. @throws Refusal conflict where the name was used before */
export function inviteOperator(
  operators: Operators,
  { session }: Operator,
  { name, roles, reason }: RequestOf<typeof contract.inviteOperator>['body'],
): Promise<Link> {
  const token = newSecret();
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ expires_at: Date | null }>(
      'select console.invite($1, $2, $3::text[]::console.role[], $4, $5) as expires_at',
      [session, name, roles, hashOf(token), reason],
    );
    if (row!.expires_at === null)
      throw new Refusal('conflict', { detail: 'A name is used once, because the audit holds it.' });
    return linkTo(operators, token, row!.expires_at);
  });
}

/** Makes a new link for an operator. @throws Refusal not_found */
export function makeLink(operators: Operators, { session }: Operator, name: string, reason: string): Promise<Link> {
  const token = newSecret();
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ expires_at: Date | null }>(
      'select console.renew_link($1, $2, $3, $4) as expires_at',
      [session, name, hashOf(token), reason],
    );
    if (row!.expires_at === null) throw new Refusal('not_found');
    return linkTo(operators, token, row!.expires_at);
  });
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function linkTo({ consoleUrl }: Operators, token: string, expiresAt: Date): Omit<Link, 'audit'> {
  return { link: `${consoleUrl()}/#join=${token}`, expiresAt: expiresAt.toISOString() };
}

interface StateRow {
  readonly roles: OperatorRole[];
  readonly is_in: boolean;
  /** Fingerprints. */
  readonly waiting: string[];
  readonly password_waits: boolean;
}

interface AskingFor {
  readonly kind: 'operator_add' | 'operator_roles' | 'operator_passkey';
  readonly name: string;
  /** Of `operator_roles`. */
  readonly roles?: readonly OperatorRole[];
  readonly reason: string;
  readonly signature?: UsedCredential | undefined;
}

/** Asks for something about an operator. @returns the request's id @throws Refusal not_found, and as `askFor` */
export async function askAboutOperator(
  operators: Operators,
  operator: Operator,
  { kind, name, roles, reason, signature }: AskingFor,
): Promise<AskedFor> {
  const [state] = await actAs(operators, (tx) =>
    tx.query<StateRow>('select * from console.state_of_operator($1, $2)', [operator.session, name]),
  );
  if (state === undefined) throw new Refusal('not_found');
  const set = { passkeys: state.waiting, password: state.password_waits };
  const values: Record<AskingFor['kind'], Pick<Asked, 'newValues' | 'oldValues'>> = {
    operator_add: { newValues: { roles: state.roles, ...set }, oldValues: {} },
    operator_roles: { newValues: { roles: roles ?? [] }, oldValues: { roles: state.roles } },
    operator_passkey: { newValues: set, oldValues: {} },
  };
  return askFor(operators, operator, { kind, subject: `operator ${name}`, ...values[kind], reason }, signature);
}

/** Takes a passkey away from an operator. @throws Refusal not_found */
export function removePasskey(
  operators: Operators,
  { session }: Operator,
  { name, id }: { readonly name: string; readonly id: string },
  reason: string,
): Promise<Acted<object>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ removed: boolean }>('select console.remove_passkey($1, $2, $3, $4) as removed', [
      session,
      name,
      id,
      reason,
    ]);
    if (!row!.removed) throw new Refusal('not_found');
    return {};
  });
}

/** Lets another operator do nothing any more. @throws Refusal not_found */
export function disableOperator(
  operators: Operators,
  { session }: Operator,
  name: string,
  reason: string,
): Promise<Acted<object>> {
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<{ disabled: boolean }>('select console.disable_operator($1, $2, $3) as disabled', [
      session,
      name,
      reason,
    ]);
    if (!row!.disabled) throw new Refusal('not_found');
    return {};
  });
}
