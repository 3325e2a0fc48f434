import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { ticket } from '#contract/bets.ts';
import { draw } from '#contract/draws.ts';
import type { Endpoint, FileBody } from '#contract/endpoint.ts';
import { endpoints as playersEndpoints } from '#contract/endpoints.ts';
import { session, user, verification } from '#contract/identity.ts';
import { message } from '#contract/messages.ts';
import { payment } from '#contract/payments.ts';
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts';
import { problems, type ProblemCode } from '#contract/problems.ts';
import { transaction } from '#contract/wallet.ts';
import { isOptional } from './validate.ts';

/** The parts of an OpenAPI 3.1 document that this one uses. */
export interface OpenApi {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly object[];
  /** Set for calls of operators: the roles that may make the call, and those that may approve what it asks for. */
  readonly 'x-roles'?: readonly OperatorRole[];
  readonly 'x-kinds'?: Endpoint['kinds'];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** Shapes that appear in many answers are described once, under their names. */
const definitions = {
  Ticket: ticket,
  Draw: draw,
  User: user,
  Verification: verification,
  Session: session,
  Payment: payment,
  Transaction: transaction,
  Message: message,
};

const players: PublishedApi = { title: 'Izi', base: '/api', endpoints: playersEndpoints };

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  // JSON Schema cannot express these checks. They are enforced anyway, and the problem's errors explain them.
  ignoreActions: ['trim', 'to_lower_case', 'to_upper_case', 'check', 'partial_check', 'raw_check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** An API of its own: the players' one, or that of the operators. */
export interface PublishedApi {
  readonly title: string;
  /** The prefix of each path. */
  readonly base: string;
  readonly endpoints: readonly Endpoint[];
}

/** The published description of an API, made from the same contract that the server validates with. */
export function describeApi({ title, base, endpoints }: PublishedApi = players): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeCall(endpoint);
  }
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1.0.0',
      description:
        'Money is whole francs (XOF) as JSON integers. Times are ISO 8601 in UTC. Lists are paged: `meta.next` is the `cursor` of the next page. Whatever is refused is answered with a problem document (RFC 9457) whose `code` is stable.',
    },
    servers: [{ url: base === '' ? '/' : base }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...toJsonSchemaDefs(definitions, { ...conversion, typeMode: 'output' }),
        Problem: problemSchema,
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `jwt` of a sign-in, or the token of an operator: opaque. `Bearer` may be left out.',
        },
      },
    },
  };
}

function describeCall(endpoint: Endpoint): Operation {
  const { params, query, headers, body } = endpoint;
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: endpoint.caller === 'anyone' ? [] : [{ token: [] }],
    ...(endpoint.caller === 'operator' && { 'x-roles': endpoint.roles ?? operatorRoles }),
    ...(endpoint.kinds && { 'x-kinds': endpoint.kinds }),
    parameters: [
      ...describeParameters('path', params),
      ...describeParameters('query', query),
      ...describeParameters('header', headers),
    ],
    ...(body && {
      requestBody: { required: !isOptional(body), content: { 'application/json': { schema: convert(body, 'input') } } },
    }),
    ...(endpoint.file && { requestBody: { required: true, content: describeFile(endpoint.file) } }),
    responses: { ...describeAnswer(endpoint), ...describeProblems(endpoint) },
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
    const { description, ...rest } = property as JsonSchema;
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

function describeAnswer({ status, answer, csv, mediaTypes = ['application/json'] }: Endpoint): Operation['responses'] {
  if (answer === null) return { [status]: { description: 'Done.' } };
  const schema = convert(answer, 'output');
  const describeAs = (mediaType: string) =>
    mediaType === 'application/json'
      ? { schema }
      : {
          schema: {
            type: 'string' as const,
            ...(csv && { description: `The columns: ${csv.columns.map(({ name }) => name).join(', ')}.` }),
          },
        };
  return {
    [status]: {
      description: 'Done.',
      content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, describeAs(mediaType)])),
    },
  };
}

function describeProblems(endpoint: Endpoint): Operation['responses'] {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => problems[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code][2]}`).join('\n\n'),
        content: {
          'application/problem+json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }],
              properties: { code: { enum: codes } },
            },
          },
        },
      },
    ]),
  );
}

/** Every code a call may refuse with: those the contract names, and those of any call of its kind. */
export function problemsOf(endpoint: Endpoint): ProblemCode[] {
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

/** The codes of any call of an operator: the session may end, or a role be taken, while the call is under way. */
export function problemsOfCaller({ caller, stage }: Endpoint): ProblemCode[] {
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
