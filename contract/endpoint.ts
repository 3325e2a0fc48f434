import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { ProblemCode } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: everybody, or a signed-in client. */
export type Caller = 'anyone' | 'client';

/**
 * One call of the HTTP API. The server validates with it, the browser types its calls with it and the OpenAPI
 * document is published from it, so a call is described here and nowhere else.
 *
 * `path` is relative to `/api` and names its parameters as `{name}`, as OpenAPI does.
 */
export interface Endpoint {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly caller: Caller;
  readonly summary: string;
  readonly tag: string;
  readonly params?: GenericSchema;
  readonly query?: GenericSchema;
  readonly headers?: GenericSchema;
  readonly body?: GenericSchema;
  /** The answer's status and shape when the call succeeds; `null` for an answer without a body. */
  readonly answer: {
    readonly status: number;
    readonly schema: GenericSchema | null;
    readonly mediaTypes?: readonly string[];
  };
  /** The codes this call may refuse with, besides `invalid_request`, `rate_limited` and `unexpected`. */
  readonly problems: readonly ProblemCode[];
}

/** Keeps the literal types of an endpoint, so that `InputOf` and `AnswerOf` can read them. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends GenericSchema } ? S : never;
type InputPart<E, K extends string> = [Part<E, K>] extends [never] ? {} : { [P in K]: InferInput<Part<E, K>> };
type OutputPart<E, K extends string> = [Part<E, K>] extends [never] ? {} : { [P in K]: InferOutput<Part<E, K>> };

/** What a caller passes: `params`, `query`, `headers` and `body`, where the endpoint has them. */
export type InputOf<E extends Endpoint> = InputPart<E, 'params'> &
  InputPart<E, 'query'> &
  InputPart<E, 'headers'> &
  InputPart<E, 'body'>;

/** What the server's handler receives: the same parts after validation. */
export type RequestOf<E extends Endpoint> = OutputPart<E, 'params'> &
  OutputPart<E, 'query'> &
  OutputPart<E, 'headers'> &
  OutputPart<E, 'body'>;

/** The body of a successful answer. */
export type AnswerOf<E extends Endpoint> = E['answer']['schema'] extends infer S extends GenericSchema
  ? InferOutput<S>
  : undefined;
