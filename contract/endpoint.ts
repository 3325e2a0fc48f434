import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Call } from './calls/call.ts';
import type { MachineScope } from './calls/operator/machine-keys.ts';
import type { OperatorRole } from './operator/roles.ts';
import type { ProblemCode } from './problems.ts';

/** The callers that a call admits: everybody, a signed-in client, an operator, or a program with a key. */
type Caller = 'anyone' | 'client' | 'operator' | 'machine';

/**
 * One call of the HTTP API with all that it carries. The server validates with it, the browser's calls get their types from
 * it, and the OpenAPI document is published from it, so a call is described here and nowhere else.
 */
export interface Endpoint extends Call {
  readonly name: string;
  readonly caller: Caller;
  /** The roles that may make an operator's call. They come from contract/operator/rights.ts. */
  readonly roles?: readonly OperatorRole[];
  /** The scope that a machine key needs. */
  readonly scope?: MachineScope;
  /** `setup`: a session that was opened by a link may make this call before it has a passkey or password. */
  readonly stage?: 'setup';
  /** Set for the call that makes requests: each kind, with the roles that ask and those that approve. */
  readonly kinds?: Readonly<
    Record<string, { readonly roles: readonly OperatorRole[]; readonly approvers: readonly OperatorRole[] }>
  >;
  readonly summary: string;
  readonly tag: string;
  readonly params?: GenericSchema;
  readonly query?: GenericSchema;
  readonly headers?: GenericSchema;
  readonly body?: GenericSchema;
  /** A body that is one file instead of JSON. */
  readonly file?: FileBody;
  /** The shape of the answer when the call succeeds; `null` for an answer without a body. */
  readonly answer: GenericSchema | null;
  /** Every caller gets the same answer: browsers keep it, and it is compressed. */
  readonly shared?: true;
  /**
   * The answer may be compressed. That is safe only where it holds no secret beside text that somebody else has chosen: the length would
   * reveal the secret (docs/decisions/0117-half-the-data.md).
   */
  readonly compressed?: true;
  /** The media types of the answer; JSON alone where this is left out. */
  readonly mediaTypes?: readonly string[];
  /** The events of an answer that is a stream of server-sent events, by their names. */
  readonly events?: Readonly<Record<string, StreamEvent>>;
  /** A list that is also a file, with `as=csv` in its query. */
  readonly csv?: CsvFile;
  /** The codes this call may refuse with, besides `invalid_request`, `rate_limited` and `unexpected`. */
  readonly problems: readonly ProblemCode[];
  /** Set for a call that will be removed. Its answers say so in headers (docs/api.md). */
  readonly deprecated?: Deprecation;
}

/** One kind of event of a stream. */
interface StreamEvent {
  readonly summary: string;
  /** The shape of its `data`, which is JSON. */
  readonly data: GenericSchema;
}

export interface Deprecation {
  /** The day from which nothing new should use the call: `2027-01-31`. */
  readonly since: string;
  /** The day from which it may be gone, at least half a year later. */
  readonly until: string;
}

export interface CsvFile {
  /** In the file's name and in the act of its line in the audit: `draws`. */
  readonly name: string;
  /** A list of one player, draw or endpoint of webhooks, which the line in the audit names: `client 42`. */
  readonly of?: 'client' | 'draw' | 'webhook';
  /** A list of people: one operator may take out only so many. */
  readonly ofPeople?: true;
  readonly columns: readonly CsvColumn[];
}

export type CsvCell = string | number | boolean | null;

/** A column of a file: its name, and what it takes out of an item of the list. */
export interface CsvColumn {
  readonly name: string;
  readonly read: (item: unknown) => CsvCell;
}

export interface FileBody {
  readonly mediaTypes: readonly string[];
  /** The limit of this body, in place of that of all others. */
  readonly mostBytes: number;
}

/** An endpoint without its call, name and tag. The call's `status` and `holds` decide which answer schemas fit. */
export type Description<C extends Call> = Omit<Endpoint, keyof Call | 'name' | 'tag' | 'answer'> & {
  readonly answer: AnswerSchema<C>;
};

type AnswerSchema<C extends Call> = C extends { readonly status: 204 }
  ? null
  : C extends { readonly holds: infer Field extends string }
    ? GenericSchema<unknown, { readonly [F in Field]: unknown }>
    : GenericSchema;

export type CallName<Calls> = { [N in keyof Calls & string]: Calls[N] extends Call ? N : never }[keyof Calls & string];

/**
 * A function that describes each call of a subject by its name; the document lists them under the tag. The literal types are
 * kept, so that `RequestOf` and `AnswerOf` can read them.
 */
export function describeCalls<const Calls extends object>(tag: string, calls: Calls) {
  return <const N extends CallName<Calls>, const D extends Description<Calls[N] & Call>>(name: N, description: D) => {
    return { ...calls[name], ...description, name, tag };
  };
}

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends GenericSchema } ? S : never;
type InputPart<E, K extends string> = [Part<E, K>] extends [never] ? {} : { [P in K]: InferInput<Part<E, K>> };
type OutputPart<E, K extends string> = [Part<E, K>] extends [never] ? {} : { [P in K]: InferOutput<Part<E, K>> };

/** The parts that a caller passes: `params`, `query`, `headers` and `body`, where the endpoint has them. */
export type InputOf<E extends Endpoint> = InputPart<E, 'params'> &
  InputPart<E, 'query'> &
  InputPart<E, 'headers'> &
  InputPart<E, 'body'>;

/** The parts that the server's handler receives, after validation. */
export type RequestOf<E extends Endpoint> = OutputPart<E, 'params'> &
  OutputPart<E, 'query'> &
  OutputPart<E, 'headers'> &
  OutputPart<E, 'body'>;

/** The body of a successful answer. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends infer S extends GenericSchema
  ? InferOutput<S>
  : undefined;
