import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { may } from '#contract/operator/rights.ts';
import type { Queryable } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { route, type Call, type Handler } from '#server/http/route.ts';
import type { Sentence } from '#server/words/languages.ts';
import type { Operator } from './operators.ts';
import { findSession, isCsrfToken, readCookie, type Over, type Session } from './sessions.ts';

/** A handler's arguments: the call, and its operator. */
export type OperatorCall<E extends Endpoint> = Call<E> & { readonly operator: Operator; readonly session: Session };

type OperatorHandler<E extends Endpoint> = (call: OperatorCall<E>) => ReturnType<Handler<E>>;

const sessions = new WeakMap<FastifyRequest, Session>();

/**
 * Each route's check of the caller, with its call, so that a test can see whether every registered route has its own.
 */
const checks = new WeakMap<object, Endpoint>();

/** The call that a hook of a route checks the caller of; undefined where it is another hook. */
export function callChecked(hook: object): Endpoint | undefined {
  return checks.get(hook);
}

/**
 * Adds a call of the operators' API. Before anything of it is read, a caller without an open session is refused (401), and so is
 * one who has not set up enough, sends no token of the session with a write, or has none of the call's roles (403). Each of these
 * is a line of the audit where the session tells whose it is. The database checks session and role again, in the transaction of
 * the act.
 */
export function operatorRoute<const E extends Endpoint>(
  http: Http,
  db: Queryable,
  endpoint: E,
  handler: OperatorHandler<E>,
): void {
  const { roles, stage, method, name, mediaTypes }: Endpoint = endpoint;
  const isAlsoFile = mediaTypes?.includes('text/csv') && mediaTypes.length > 1;
  async function identify(request: FastifyRequest): Promise<void> {
    const secret = readCookie(request);
    // A list that refreshes itself does not keep the session from resting.
    const session = secret === null ? null : await findSession(db, secret, request.headers['x-background'] !== '1');
    if (secret === null || session === null) {
      request.log.warn({ call: name }, 'a call of the operators’ API without a session');
      throw new Refusal('unauthenticated');
    }
    const refuse = async (why: string, refusal: Refusal): Promise<never> => {
      request.log.warn(
        { operator: session.operator.name, call: name, why },
        'a call of the operators’ API was refused',
      );
      await db.query('select console.note_refusal($1, $2, $3)', [secret, name, why]);
      throw refusal;
    };
    if (session.over !== null) {
      await refuse(session.over, new Refusal('unauthenticated', { detail: explain(session.over) }));
    }
    if (method !== 'GET' && !isCsrfToken(secret, request.headers['x-csrf-token'])) {
      await refuse('no token of the session', new Refusal('not_from_console'));
    }
    if (session.stage === 'setup' && stage !== 'setup') await refuse('not set up', new Refusal('setup_needed'));
    if (roles && !roles.some((role) => session.operator.roles.includes(role))) {
      await refuse('role', new Refusal('not_allowed'));
    }
    if (isAlsoFile && 'as' in (request.query as object) && !may(session.operator.roles, 'listsAsFiles')) {
      await refuse('no files', new Refusal('not_allowed'));
    }
    sessions.set(request, session);
  }
  checks.set(identify, endpoint);
  const handle: Handler<E> = (call) => {
    const session = sessions.get(call.request)!;
    return handler(Object.assign(call, { operator: session.operator, session }));
  };
  route(http, endpoint, handle, { identify });
}

const explain =
  (over: Over): Sentence =>
  ({ operators: says }) =>
    says.over[over];
