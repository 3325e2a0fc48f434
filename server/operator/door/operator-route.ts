import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Queryable } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal, unauthenticated } from '#server/http/refusal.ts';
import { route, type Call, type Handler } from '#server/http/route.ts';
import { readToken } from '#server/http/signed-in.ts';
import { findOperator, type Operator } from './operators.ts';

/** What a handler gets: the call, and who makes it. */
type OperatorCall<E extends Endpoint> = Call<E> & { readonly operator: Operator };

type OperatorHandler<E extends Endpoint> = (call: OperatorCall<E>) => ReturnType<Handler<E>>;

const operators = new WeakMap<FastifyRequest, Operator>();

/**
 * Adds a call of the operators' API. Who shows no token of an operator is refused before anything is read (401), and who has
 * none of the call's roles too (403). The database asks for both again, in the transaction of the act.
 */
export function operatorRoute<const E extends Endpoint>(
  http: Http,
  db: Queryable,
  endpoint: E,
  handler: OperatorHandler<E>,
): void {
  const { roles }: Endpoint = endpoint;
  async function identify(request: FastifyRequest): Promise<void> {
    const token = readToken(request.headers.authorization);
    const operator = token === null ? null : await findOperator(db, token);
    if (operator === null) {
      request.log.warn('a call of the operators’ API without a valid token');
      throw unauthenticated;
    }
    if (roles && !roles.some((role) => operator.roles.includes(role))) {
      request.log.warn({ operator: operator.name, call: endpoint.name }, 'an operator’s role does not allow this');
      throw new Refusal('not_allowed');
    }
    operators.set(request, operator);
  }
  const handle: Handler<E> = (call) => handler(Object.assign(call, { operator: operators.get(call.request)! }));
  route(http, endpoint, handle, { identify });
}
