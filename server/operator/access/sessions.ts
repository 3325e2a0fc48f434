import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/access.ts';
import { allRights, may } from '#contract/operator/rights.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { describeDevice } from '#server/identity/sessions/sessions.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';
import type { Operator, Operators } from './operators.ts';
import { readAll, rowOf } from './reads.ts';

/** The prefix makes browsers refuse it from plain HTTP, for another path, and from a neighbouring domain. */
const cookieName = '__Host-izi-console';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** 256 bits, in base64url. The database keeps its SHA-256. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Gives the browser a session's secret. Without an age it ends with the browser. */
function giveCookie(reply: FastifyReply, secret: string): void {
  void reply.header('set-cookie', `${cookieName}=${secret}; ${attributes}`);
}

export function takeCookie(reply: FastifyReply): void {
  void reply.header('set-cookie', `${cookieName}=; ${attributes}; Max-Age=0`);
}

/** The session's secret; null where there is none, or where there are two and one may have been planted. */
export function readCookie(request: FastifyRequest): string | null {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name === cookieName)
    .map(([, value = '']) => value);
  return values.length === 1 && /^[\w-]{43}$/.test(values[0]!) ? values[0]! : null;
}

/** The token is bound to the session, so nothing else has to be stored: only somebody who can read the console's answers knows it. */
function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('izi.csrf.v1').digest('base64url');
}

export function isCsrfToken(secret: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const [expected, shown] = [csrfTokenOf(secret), given].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(expected!, shown!);
}

/** Why a session has ended. */
export type Over = 'ended' | 'expired' | 'idle' | 'disabled';

export interface Session {
  readonly operator: Operator;
  readonly id: string;
  readonly stage: 'setup' | 'full';
  readonly over: Over | null;
  readonly endsAt: Date;
  readonly idleAt: Date;
}

interface SessionRow {
  readonly operator_id: number;
  readonly name: string;
  readonly roles: OperatorRole[];
  readonly demo: boolean;
  readonly session_id: string;
  readonly stage: Session['stage'];
  readonly over: Over | null;
  readonly ends_at: Date;
  readonly idle_at: Date;
}

/**
 * Finds a session by its secret; null where there never was one.
 *
 * @param use whether this keeps it from resting
 */
export async function findSession(db: Queryable, secret: string, use: boolean): Promise<Session | null> {
  const row = await rowOf<SessionRow>(db, 'console.use_session', [secret, use]);
  if (row === undefined) return null;
  const { operator_id: id, name, roles, demo, session_id, stage, over, ends_at: endsAt, idle_at: idleAt } = row;
  return { operator: { id, name, roles, demo, session: secret }, id: session_id, stage, over, endsAt, idleAt };
}

type Me = AnswerOf<typeof contract.getOperator>['data'];

export function presentMe({ mode, timeZone }: Operators, { operator, id, stage, endsAt, idleAt }: Session): Me {
  return {
    name: operator.name,
    roles: [...operator.roles],
    rights: allRights.filter((right) => may(operator.roles, right)),
    demo: operator.demo,
    stage,
    csrf: csrfTokenOf(operator.session),
    sessionId: id,
    sessionEndsAt: endsAt.toISOString(),
    idleEndsAt: idleAt.toISOString(),
    zone: timeZone,
    mode,
  };
}

/** The answer of a sign-in that has just opened this session. */
export async function welcome(operators: Operators, reply: FastifyReply, secret: string): Promise<{ data: Me }> {
  const session = await findSession(operators.db, secret, true);
  if (session === null || session.over !== null) throw new Refusal('unauthenticated');
  giveCookie(reply, secret);
  return { data: presentMe(operators, session) };
}

type OpenSession = AnswerOf<typeof contract.listSessions>['data'][number];

/** The operator's sessions that are open, the newest first. Browsers are named in the reader's language. */
export async function listSessions(
  operators: Operators,
  { session }: Operator,
  language: Language,
): Promise<OpenSession[]> {
  const open = await readAll<Omit<OpenSession, 'device'> & { readonly userAgent: string | null }>(
    operators,
    'console.list_sessions',
    [session],
  );
  return open.map(({ userAgent, ...one }) => ({
    ...one,
    device: deviceIn(describeDevice(userAgent ?? undefined), language),
  }));
}
