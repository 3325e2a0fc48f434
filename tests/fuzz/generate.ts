import fc from 'fast-check';
import type { JsonSchema } from '@valibot/to-json-schema';
import type { OpenApi, Operation, Parameter } from '#server/http/openapi.ts';
import type { Known } from './known.ts';
import { mutations, plainMutations, type Mutation } from './mutations.ts';
import type { FuzzRequest } from './request.ts';
import { namedValues, valuesOf, type Hints } from './schema-values.ts';

/**
 * How often a call is tried compared with the others: less when it hashes a password for a tenth of a second, more when it
 * moves money.
 */
const weights: Readonly<Record<string, number>> = {
  register: 1,
  signIn: 1,
  resetPassword: 1,
  changePassword: 1,
  passSecondStep: 5,
  giveProof: 4,
  confirmTotp: 2,
  renewRecoveryCodes: 1,
  placeBets: 30,
  deposit: 24,
  withdraw: 24,
};
const usualWeight = 12;

/** The number of valid requests to each call at the start, and how many of them get each plain mutation. */
const firstRight = 30;
const firstMutated = 5;
/** Generating blocks the event loop of the server, which runs in the same process, so few are generated at a time. */
const madeAtOnce = 50;

/** How many requests, and the seed that makes the same ones again. */
interface Amount {
  readonly total: number;
  readonly seed: number;
}

/** One call of the document, how often it is tried, and valid requests to it. */
interface Call {
  readonly name: string;
  readonly weight: number;
  readonly right: fc.Arbitrary<FuzzRequest>;
}

/**
 * Requests to all calls in the document: valid ones, and invalid ones made from valid ones. First come some to each call,
 * because chance may leave out calls that are rare.
 */
export function* generateRequests(api: OpenApi, known: Known, { total, seed }: Amount): Generator<FuzzRequest> {
  const calls = callsOf(api, known);
  const first = calls.flatMap(({ right }) => sampleFirst(right, seed));
  yield* first;
  yield* sampleAny(calls, { total: total - first.length, seed: seed + first.length });
}

/** More requests to the calls of these names only, each call as often as the others. */
export function generateRequestsTo(
  names: ReadonlySet<string>,
  api: OpenApi,
  known: Known,
  amount: Amount,
): Generator<FuzzRequest> {
  return sampleAny(
    callsOf(api, known)
      .filter(({ name }) => names.has(name))
      .map((call) => ({ ...call, weight: 1 })),
    amount,
  );
}

function* sampleAny(calls: readonly Call[], { total, seed }: Amount): Generator<FuzzRequest> {
  const any = fc.oneof(...calls.map(({ weight, right }) => ({ weight, arbitrary: right })));
  const changes = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(mutations, { minLength: 1, maxLength: 3 }) },
  );
  const requests = fc.tuple(any, changes).map(([request, some]) => mutate(request, some));
  for (let made = 0; made < total; made += madeAtOnce) {
    yield* fc.sample(requests, { seed: seed + made, numRuns: Math.min(madeAtOnce, total - made) });
  }
}

function sampleFirst(right: fc.Arbitrary<FuzzRequest>, seed: number): FuzzRequest[] {
  const sample = fc.sample(right, { seed, numRuns: firstRight });
  const mutated = plainMutations.flatMap((one) =>
    sample.slice(0, firstMutated).map((request) => mutate(request, [one])),
  );
  return [...sample, ...mutated];
}

function mutate(request: FuzzRequest, changes: readonly Mutation[]): FuzzRequest {
  const changed = changes.reduce((before, { apply }) => apply(before), request);
  return { ...changed, mutations: changes.map(({ name }) => name) };
}

function callsOf(api: OpenApi, known: Known): Call[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      weight: weights[operation.operationId] ?? usualWeight,
      right: rightRequests(path, method, operation, known, api),
    })),
  );
}

function rightRequests(
  path: string,
  method: string,
  operation: Operation,
  known: Known,
  api: OpenApi,
): fc.Arbitrary<FuzzRequest> {
  const hints = known.hintsFor(operation.operationId);
  const parameters = (place: Parameter['in']) => parametersOf(operation, place, hints);
  // The body of each call is a shape of its own.
  const shape = operation.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  const schema = shape === undefined ? undefined : api.components.schemas[shape];
  return fc
    .record({
      path: parameters('path'),
      query: parameters('query'),
      header: parameters('header'),
      body: schema ? valuesOf(schema, hints) : fc.constant(undefined),
      token: fc.oneof(
        { weight: 9, arbitrary: known.tokensFor(operation.operationId) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    })
    .map(({ path: inPath, query, header, body, token }): FuzzRequest => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path: `/api${path}`.split('/').map((segment) => encodeSegment(segment, inPath)),
      query: Object.entries(query).map(([name, value]) => [name, String(value)]),
      headers: [
        ['Host', known.host],
        ...(token === null ? [] : [['Authorization', `Bearer ${token}`] as const]),
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ...Object.entries(header).map(([name, value]) => [name, String(value)] as const),
      ],
      body,
      framing: 'length',
      mutations: [],
    }));
}

function parametersOf(
  operation: Operation,
  place: Parameter['in'],
  hints: Hints,
): fc.Arbitrary<Record<string, unknown>> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place);
  const fields = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, namedValues(name, schema as JsonSchema, hints)]),
  );
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(fields, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Record<string, unknown>>;
}

function encodeSegment(segment: string, values: Readonly<Record<string, unknown>>): string {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  return name === undefined ? segment : encodeURIComponent(String(values[name]).toWellFormed());
}
