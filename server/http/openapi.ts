import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { ticket } from '#contract/bets.ts';
import { outcome } from '#contract/client-stream.ts';
import { identity } from '#contract/documents.ts';
import { draw, drawChange, salesStop } from '#contract/draws.ts';
import type { Endpoint, FileBody } from '#contract/endpoint.ts';
import { endpoints as playersEndpoints } from '#contract/endpoints.ts';
import { favourite } from '#contract/favourites.ts';
import { figureDay } from '#contract/figures.ts';
import { challenge, emailVerification, passkey, session, user, verification } from '#contract/identity.ts';
import { message } from '#contract/messages.ts';
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts';
import { payment } from '#contract/payments.ts';
import { playLimits } from '#contract/play-limits.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';
import { securityEvent } from '#contract/security.ts';
import { transaction } from '#contract/wallet.ts';
import { creationOptions, requestOptions } from '#contract/webauthn.ts';
import { version } from '#server/version.ts';
import { exampleOf, ofShapes, type Shapes } from './examples.ts';
import { problemDocument } from './problem.ts';
import { Refusal } from './refusal.ts';
import { isOptional } from './validate.ts';

/** The parts of an OpenAPI 3.1 document that this one uses. */
export interface OpenApi {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Shapes;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly security: readonly object[];
  /** Set for calls of operators: the roles that may make the call, and those that may approve what it asks for. */
  readonly 'x-roles'?: readonly OperatorRole[];
  readonly 'x-kinds'?: Endpoint['kinds'];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  /** A list is one text, its items separated by commas. */
  readonly style?: 'form';
  readonly explode?: false;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
}

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

type Content = Readonly<Record<string, Body>>;

export interface Body {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /**
   * Set for streams: their events by name. OpenAPI has no words for them before 3.2, where they stand in `itemSchema`.
   */
  readonly 'x-events'?: Readonly<Record<string, { readonly summary: string } & Body>>;
}

/** Shapes that appear in several answers are described once, under their names. */
const definitions = {
  Challenge: challenge,
  CreationOptions: creationOptions,
  Draw: draw,
  DrawChange: drawChange,
  EmailVerification: emailVerification,
  Favourite: favourite,
  FigureDay: figureDay,
  IdentityStatus: identity,
  Message: message,
  Outcome: outcome,
  Passkey: passkey,
  Payment: payment,
  PlayLimits: playLimits,
  RequestOptions: requestOptions,
  SalesStop: salesStop,
  SecurityEvent: securityEvent,
  Session: session,
  Ticket: ticket,
  Transaction: transaction,
  User: user,
  Verification: verification,
};

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  // JSON Schema cannot express these checks. They are enforced anyway, and the problem's errors explain them.
  ignoreActions: ['trim', 'to_lower_case', 'to_upper_case', 'check', 'partial_check', 'raw_check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** An API of its own: the players' one, that of the operators, or that of programs with a key. */
export interface PublishedApi {
  readonly title: string;
  /** Added to the sentences that each document begins with. */
  readonly more?: string;
  /** The prefix of each path. */
  readonly base: string;
  readonly endpoints: readonly Endpoint[];
  /** Examples of whole shapes, by their names, where each body and answer comes with an example. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** The description of the call's token. */
  readonly token?: string;
}

const players: PublishedApi = {
  title: 'Izi',
  more: `A call that changes something can be sent again when its answer was lost: bets by the ids of their tickets, payments by \`Idempotency-Key\`.

A client ignores fields and events that it does not know: new ones may come in any version. What would break a client comes in a new major version only, and what will go is marked \`deprecated\` half a year before.`,
  base: '/api',
  endpoints: playersEndpoints,
  examples: ofShapes,
};

/** The published description of an API, made from the same contract that the server validates with. */
export function describeApi(api: PublishedApi = players): OpenApi {
  const { title, more = '', base, endpoints, examples, token = tokenOfPeople } = api;
  const shapes = nameShapes(endpoints);
  const describeBody: DescribeBody = (schema, example) => ({
    schema,
    ...(examples && {
      example: typeof example === 'function' ? example() : exampleOf(schema, shapes, example, examples),
    }),
  });
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeCall(endpoint, describeBody);
  }
  return {
    openapi: '3.1.1',
    info: { title, version, description: `${description}\n\n${more}`.trim() },
    servers: [{ url: base === '' ? '/' : base }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: usedShapes(shapes, paths),
      headers,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: token },
      },
    },
  };
}

const tokenOfPeople = 'The `jwt` of a sign-in, or the token of an operator: opaque. `Bearer` may be left out.';

const description = `Money is whole francs (XOF) as JSON integers. Times are ISO 8601 in UTC. Lists are paged: \`meta.next\` is the \`cursor\` of the next page.

Whatever is refused is answered with a problem document (RFC 9457) whose \`code\` is stable. With 429 and 503 the header \`Retry-After\` says after how many seconds to try again.`;

const headers = {
  'Retry-After': {
    description: 'After how many seconds trying again makes sense.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  'RateLimit-Policy': {
    description:
      'Where it is a count that was too high: its name, how many calls it allows (`q`) and in how many seconds (`w`).',
    schema: { type: 'string' },
    example: '"address";q=6000;w=60',
  },
  RateLimit: {
    description:
      'With `RateLimit-Policy`: how many calls are left (`r`), and in how many seconds the count begins anew (`t`).',
    schema: { type: 'string' },
    example: '"address";r=0;t=42',
  },
  Deprecation: {
    description: 'Since when nothing new should use the call, in seconds since 1970 after an `@` (RFC 9745).',
    schema: { type: 'string' },
    example: '@1798761600',
  },
  Sunset: {
    description: 'From when the call may be gone (RFC 8594).',
    schema: { type: 'string' },
    example: 'Thu, 01 Jul 2027 00:00:00 GMT',
  },
} as const satisfies OpenApi['components']['headers'];

function withHeaders(...names: readonly (keyof typeof headers)[]): Pick<Response, 'headers'> {
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

/** All shapes by their names: those of `definitions`, and the body and answer of each call under the name of the call. */
function nameShapes(endpoints: readonly Endpoint[]): Shapes {
  const shapes: Record<string, JsonSchema> = {
    ...toJsonSchemaDefs(definitions, { ...conversion, typeMode: 'output' }),
    Problem: problemSchema,
  };
  for (const { name, body, answer } of endpoints) {
    if (body) shapes[bodyName(name)] = convert(body, 'input');
    if (answer) shapes[answerName(name)] = convert(answer, 'output');
  }
  return shapes;
}

const bodyName = (call: string) => `${call[0]!.toUpperCase()}${call.slice(1)}Body`;
const answerName = (call: string) => `${call[0]!.toUpperCase()}${call.slice(1)}Answer`;
const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The shapes that a call refers to, also by way of another shape. */
function usedShapes(shapes: Shapes, paths: OpenApi['paths']): Shapes {
  const used = new Set<string>();
  const look = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue;
      used.add(name!);
      look(shapes[name!]);
    }
  };
  look(paths);
  return Object.fromEntries(Object.entries(shapes).filter(([name]) => used.has(name)));
}

/** A body with its example: the given one, or one that follows from its schema and its name. */
type DescribeBody = (schema: JsonSchema, example?: string | (() => unknown)) => Body;

function describeCall(endpoint: Endpoint, describeBody: DescribeBody): Operation {
  const { params, query, headers: inHeaders, body } = endpoint;
  const [, summary = endpoint.summary, more] = /^(.+?[.])\s+(.+)$/s.exec(endpoint.summary) ?? [];
  const description = [more ?? [], endpoint.events ? listEvents(endpoint.events) : []].flat().join('\n\n');
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    // It is shown as it is, without Markdown.
    summary: summary.replaceAll('`', ''),
    ...(description !== '' && { description }),
    ...(endpoint.deprecated && { deprecated: true }),
    security: endpoint.caller === 'anyone' ? [] : [{ token: endpoint.scope === undefined ? [] : [endpoint.scope] }],
    ...(endpoint.caller === 'operator' && { 'x-roles': endpoint.roles ?? operatorRoles }),
    ...(endpoint.kinds && { 'x-kinds': endpoint.kinds }),
    parameters: [
      ...describeParameters('path', params),
      ...describeParameters('query', query),
      ...describeParameters('header', inHeaders),
    ],
    ...(body && {
      requestBody: {
        required: !isOptional(body),
        content: { 'application/json': describeBody(refTo(bodyName(endpoint.name))) },
      },
    }),
    ...(endpoint.file && { requestBody: { required: true, content: describeFile(endpoint.file) } }),
    responses: { ...describeAnswer(endpoint, describeBody), ...describeProblems(endpoint, describeBody) },
  };
}

/** A body that is one file, of any of these types. */
function describeFile({ mediaTypes }: FileBody): Content {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: {} }]));
}

function describeParameters(place: Parameter['in'], schema: GenericSchema | undefined): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = convert(schema, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, written, ...text } = property as JsonSchema & { readonly written?: JsonSchema };
    const one = written ?? text;
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: one,
      ...(one.type === 'array' && { style: 'form' as const, explode: false as const }),
    };
  });
}

function describeAnswer(endpoint: Endpoint, describeBody: DescribeBody): Operation['responses'] {
  const { name, status, answer, csv, events, deprecated, mediaTypes = ['application/json'] } = endpoint;
  const announced = deprecated && withHeaders('Deprecation', 'Sunset');
  if (answer === null) return { [status]: { description: 'Done.', ...announced } };
  const describeAs = (mediaType: string): Body => {
    if (mediaType === 'application/json') return describeBody(refTo(answerName(name)));
    if (events) return describeEvents(events, describeBody);
    const columns = csv && { description: `The columns: ${csv.columns.map((column) => column.name).join(', ')}.` };
    return { schema: { type: 'string', ...columns } };
  };
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, describeAs(mediaType)]));
  return { [status]: { description: 'Done.', ...announced, content } };
}

/** A stream of server-sent events. Its schema can only say that it is text, so the description of its call names the events. */
function describeEvents(events: Events, describeBody: DescribeBody): Body {
  const described = Object.entries(events).map(
    ([name, { summary, data }]) => [name, { summary, ...describeBody(convert(data, 'output'), name) }] as const,
  );
  const example = () =>
    described.map(([name, { example: data }]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return { ...describeBody({ type: 'string' }, example), 'x-events': Object.fromEntries(described) };
}

type Events = NonNullable<Endpoint['events']>;

function listEvents(events: Events): string {
  const lines = Object.entries(events).map(([name, { summary }]) => `- \`${name}\`: ${summary}`);
  return `The data of each event is JSON:\n\n${lines.join('\n')}`;
}

function describeProblems(endpoint: Endpoint, describeBody: DescribeBody): Operation['responses'] {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => problems[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code][2]}`).join('\n\n'),
        ...(status === 429 && withHeaders('Retry-After', 'RateLimit-Policy', 'RateLimit')),
        ...(status === 503 && withHeaders('Retry-After')),
        content: {
          'application/problem+json': describeBody(
            { allOf: [refTo('Problem')], properties: { code: { enum: codes } } },
            () => problemDocument(new Refusal(codes[0]!), 'r-4f2a1'),
          ),
        },
      },
    ]),
  );
}

/** Every code a call may refuse with: those the contract names, and those of any call of its kind. */
function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const { params, query, headers, body, file, problems: own } = endpoint;
  const hasInput = [params, query, headers, body, file].some((part) => part !== undefined);
  const all: ProblemCode[] = [
    ...(hasInput ? (['invalid_request'] as const) : []),
    ...own,
    ...problemsOfCaller(endpoint),
    ...(body || file ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'rate_limited',
    'unavailable',
    'unexpected',
  ];
  return [...new Set(all)];
}

/**
 * The codes of any call of an operator or of a program: the session or the key may end, or a role be taken, while the call is under
 * way.
 */
export function problemsOfCaller({ caller, stage }: Endpoint): ProblemCode[] {
  if (caller === 'machine') return ['unauthenticated', 'not_allowed'];
  if (caller !== 'operator') return [];
  return [
    'unauthenticated',
    'not_allowed',
    'not_from_console',
    ...(stage === 'setup' ? [] : (['setup_needed'] as const)),
  ];
}

function convert(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  // The named shapes are those of answers. A request may look the same, but its constraints differ.
  const named = typeMode === 'output' ? { definitions } : {};
  const { $schema: _schema, $defs: _defs, ...converted } = toJsonSchema(schema, { ...conversion, ...named, typeMode });
  return converted;
}

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for a person.' },
    code: { type: 'string', enum: Object.keys(problems) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The field, dotted: `tickets.0.betAmount`.' },
          message: { type: 'string' },
          code: { type: 'string', enum: Object.keys(problems) },
          id: { type: 'string', description: 'The ticket this is about.' },
        },
      },
    },
    methods: {
      type: 'array',
      items: { type: 'string', enum: ['password', 'passkey', 'totp', 'recovery_code'] },
      description: 'With `proof_needed`: what this client can show.',
    },
    until: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'With `cooling_off`: when withdrawals go on; null where they wait until somebody has looked.',
    },
    level: {
      type: 'string',
      enum: ['fresh', 'strong'],
      description:
        'With `proof_needed`: `fresh` takes one of the methods, `strong` a passkey, or the password and one of the others.',
    },
    tier: {
      type: 'integer',
      description: 'With `identity_needed` and `limit_reached` of a payment: the tier of this client, 0 to 2.',
    },
    limit: { type: 'integer', description: 'With `tier`: the limit in the way, in francs.' },
    used: { type: 'integer', description: 'With `tier`: what counted against the limit before, in francs.' },
    requestId: { type: 'string', description: 'Names the request in the log.' },
  },
};
