import fc from 'fast-check';
import { framings, Raw, type FuzzRequest } from './request.ts';

/** Changes a request in one way. It has a name, so that a failure shows what was changed. */
export interface Mutation {
  readonly name: string;
  apply(request: FuzzRequest): FuzzRequest;
}

const junkJson = [
  'null', 'true', '""', '"x"', '[]', '{}', '-1', '0', '0.5', '1e21', '1e999', '-0', '9007199254740993',
  '123456789012345678901234567890', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\u202e"', `"${'x'.repeat(300)}"`,
  `"${'é'.repeat(10_000)}"`, `"${'x'.repeat(70_000)}"`, `${'['.repeat(500)}${']'.repeat(500)}`, `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}', '{"toString":1}', '[null]', "\"'; select pg_sleep(9); --\"",
  '"2026-02-31T00:00:00Z"', '"0000-01-01"', '"-infinity"', '"NaN"', 'NaN', 'undefined', "'x'", '1.', '01',
]; // prettier-ignore
/**
 * As much of each kind as fits into a body: elements, fields, and depth with a character at the bottom that cannot be
 * stored.
 */
const hugeJson = [
  `[${'{},'.repeat(20_000)}{}]`, `[${'1,'.repeat(30_000)}1]`, `[${'"",'.repeat(20_000)}""]`, `[${'[],'.repeat(20_000)}null]`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`, `{${'"":1,'.repeat(12_000)}"\\u0000":1}`,
  `${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`, `${'{"a":'.repeat(9_000)}"\\ud800"${'}'.repeat(9_000)}`,
  `[${'"\\u0000",'.repeat(6_000)}""]`, `{${Array.from({ length: 4_000 }, (_, index) => `"\\u0000${index}":0`).join()}}`,
]; // prettier-ignore
const junkText = [
  '', ' ', '0', '-1', '1.5', '1e9', '99999999999999999999', 'null', 'undefined', 'NaN', 'true', '../..', '..%2f..', "'", '"', '\\',
  ';', '%00', '\0', '\n', '\r\nX: y', '💥', '\ud800', 'x'.repeat(300), '9'.repeat(60), 'infinity', '-infinity', 'epoch',
  '2026-02-31T00:00:00Z', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00+16:00', '2026-01-01T00:00:00-23:59', '2026-01-01 00:00:00 +1401',
  '9999-12-31T23:59:59-14:00', '00000000-0000-0000-0000-000000000000', '__proto__', 'constructor',
]; // prettier-ignore
const junkSegments = [
  '', '.', '..', '%2e%2e', '..%2f..%2fetc%2fpasswd', '%00', 'a%00b', '%', '%zz', '%c0%af', '%ff', '%ed%a0%80', '\u00e9', '\u00ff\u00fe',
  '-1', '0', '1e9', ':id', '{id}', '*', '__proto__', 'constructor', 'x'.repeat(201), 'x'.repeat(2_000), '00000000-0000-0000-0000-000000000000',
  ';a=b', 'a b', 'me%20', '%F0%9F%92%A5', '@', 'null', '99999999999999999999', '<script>',
]; // prettier-ignore
const junkQueries = [
  '&', '=', '?', '&&&===', 'limit', 'limit=1&limit=2', 'limit[]=1', 'limit[a]=1', 'status=win&status=lost', 'cursor=%', 'cursor=%zz', 'cursor=%00',
  'from=%ff', '__proto__=1', '__proto__[x]=1', 'constructor=1', 'from=2026-01-01T00:00:00%2B16:00', 'to=2026-01-01T00:00:00-15', 'x%00=%00', 'a=b'.repeat(3_000), 'x='.repeat(500), '%5B%5D=1', '\u00ff=\u00fe', '#', 'to=%ed%a0%80',
]; // prettier-ignore
const junkHeaders: readonly (readonly [string, string])[] = [
  ['Accept', 'text/csv'], ['Accept', '*/*;q=0'], ['Accept', 'application/xml'], ['Accept-Encoding', 'gzip, br'], ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'], ['Expect', 'miracles'], ['Connection', 'close'], ['Connection', 'keep-alive, x'], ['Upgrade', 'websocket'],
  ['X-Forwarded-For', "'"], ['X-Forwarded-Proto', 'javascript'], ['X-HTTP-Method-Override', 'DELETE'], ['Cookie', 'a=b'.repeat(2_000)],
  ['X-Long', 'x'.repeat(20_000)], ['Range', 'bytes=0-'], ['If-None-Match', '*'], ['Idempotency-Key', '12345678'], ['Idempotency-Key', ''],
  ['Idempotency-Key', '\u00e9'.repeat(20)], ['Idempotency-Key', 'x'.repeat(300)], ['Host', 'elsewhere.example'], ['Bad Name', 'x'], ['X-Nul', 'a\0b'],
  ['User-Agent', '\u00ff'.repeat(400)], ['Content-Type', 'application/json'], ['Origin', 'null'], ['X-Request-Id', '\u001b[31m'],
]; // prettier-ignore
/** Addresses that are no calls, most of them with a NUL, and other spellings of the addresses of calls. */
const otherTargets = [
  '/%00', '/results/%00', '/my-bets/a%00b', '/assets/%00', '/assets/%2e%2e%2f%00', '/api/%00', '/api/docs%00', '/sandbox/pay/%00', '/sandbox/pay/sbx_%00',
  '/sandbox/v1/payouts/%00', '/sandbox/v1/payouts?reference=%00', '/readyz', '/livez?%00', '/%61pi/results/statistics?draws=10000', '/%61pi/nothing/%00',
  'http://elsewhere.example', 'http://elsewhere.example/%61pi/draws?from=%00', 'HTTP://[::1]:99/api/stream', 'ftp://elsewhere.example/api/draws', '/api/%c3%28',
]; // prettier-ignore
const contentTypes = [
  '', 'text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16',
  'application/jsonp', 'APPLICATION/JSON', 'application/problem+json', 'json', '*/*', 'application/json;'.repeat(100), '\u00ff',
]; // prettier-ignore
const authorizations = ['', 'Bearer', 'Bearer ', 'Bearer null', 'Basic YTpi', `Bearer ${'x'.repeat(5_000)}`, 'x', '\u00ff', 'Bearer \u00ff']; // prettier-ignore
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'FOO', ''];
const tooLarge = (text: string) => text + ' '.repeat(70_000);
const corruptions: Readonly<Record<string, (text: string, at: number) => string>> = {
  'cut off': (text, at) => text.slice(0, at),
  'with more behind it': (text) => `${text}${text}`,
  'not UTF-8': (text, at) => `${text.slice(0, at)}\u00ff\u00c0${text.slice(at)}`,
  'with a byte order mark': (text) => `\u00ef\u00bb\u00bf${text}`,
  empty: () => '',
  blank: () => ' '.repeat(100),
  'with a control character': (text, at) => `${text.slice(0, at)}\u0001${text.slice(at)}`,
  'a list of it': (text) => `[${text}]`,
  'of 70 kB': tooLarge,
  'of 2 MB': (text) => text + ' '.repeat(2_000_000),
};

const where = fc.nat({ max: 40 });

/** One of a list, chosen by index, so that the mutation can name it. */
function oneOf<T>(
  name: string,
  items: readonly T[],
  apply: (request: FuzzRequest, item: T, at: number) => FuzzRequest,
) {
  return fc.tuple(fc.nat({ max: items.length - 1 }), where).map(([index, at]): Mutation => ({
    name: `${name} ${JSON.stringify(items[index])?.slice(0, 60)} at ${at}`,
    apply: (request) => apply(request, items[index]!, at),
  }));
}

export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 10,
    arbitrary: oneOf('value', junkJson, (request, text, at) => ({
      ...request,
      body: replaceNode(request.body, at, new Raw(text)),
    })),
  },
  {
    weight: 2,
    arbitrary: oneOf('very much of', hugeJson, (request, text, at) => ({
      ...request,
      body: replaceNode(request.body, at, new Raw(text)),
    })),
  },
  {
    weight: 3,
    arbitrary: oneOf('without a field', [''], (request, _, at) => ({
      ...request,
      body: replaceNode(request.body, at, undefined),
    })),
  },
  {
    weight: 3,
    arbitrary: oneOf(
      'unknown field',
      ['payout', '__proto__', 'id', '', 'a.b', '\0', 'toString'],
      (request, name, at) => ({
        ...request,
        body: addField(request.body, at, name),
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: oneOf('body', Object.keys(corruptions), (request, name, at) => ({
      ...request,
      isBinary: true,
      spoilText: (text) => corruptions[name]!(Buffer.from(text).toString('latin1'), at * 3),
    })),
  },
  {
    weight: 5,
    arbitrary: oneOf('query', junkText, (request, text, at) => ({
      ...request,
      query: junkParameter(request, text, at),
    })),
  },
  { weight: 3, arbitrary: oneOf('raw query', junkQueries, (request, rawQuery) => ({ ...request, rawQuery })) },
  {
    weight: 3,
    arbitrary: oneOf('repeated parameter', [2, 50], (request, times) => ({
      ...request,
      query: Array.from({ length: times }, () => request.query).flat(),
    })),
  },
  {
    weight: 5,
    arbitrary: oneOf('segment', junkSegments, (request, segment, at) => ({
      ...request,
      path: replaceSegment(request.path, at, segment),
    })),
  },
  {
    weight: 1,
    arbitrary: oneOf('more path', ['', '/', '//', '/..', '/x', `/${'x/'.repeat(5_000)}`], (request, more) => ({
      ...request,
      path: [...request.path, more],
    })),
  },
  {
    weight: 1,
    arbitrary: oneOf(
      'target',
      [
        '*',
        'http://elsewhere.example/api/draws',
        '/api',
        '/api/',
        '//api/draws',
        'api/draws',
        '/API/draws',
        ...otherTargets,
      ],
      (request, target) => ({ ...request, path: [target] }),
    ),
  },
  {
    weight: 4,
    arbitrary: oneOf('header', junkHeaders, (request, header) => ({
      ...request,
      headers: [...request.headers, header],
    })),
  },
  {
    weight: 1,
    arbitrary: oneOf(
      'without a header',
      ['host', 'authorization', 'content-type', 'idempotency-key'],
      (request, name) => ({ ...request, headers: request.headers.filter(([one]) => one.toLowerCase() !== name) }),
    ),
  },
  {
    weight: 2,
    arbitrary: oneOf('content type', contentTypes, (request, value) => setHeader(request, 'Content-Type', value)),
  },
  {
    weight: 2,
    arbitrary: oneOf('authorization', authorizations, (request, value) => setHeader(request, 'Authorization', value)),
  },
  { weight: 2, arbitrary: oneOf('method', methods, (request, method) => ({ ...request, method })) },
  { weight: 2, arbitrary: oneOf('framing', framings, (request, framing) => ({ ...request, framing })) },
  {
    weight: 1,
    arbitrary: oneOf('version', ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9', 'FTP/1.1', ''], (request, version) => ({
      ...request,
      version,
    })),
  },
);

/** Mutations that every call refuses in the same way, with any other content of the request. */
export const plainMutations: readonly Mutation[] = [
  { name: 'content type text/plain', apply: (request) => setHeader(request, 'Content-Type', 'text/plain') },
  { name: 'authorization x', apply: (request) => setHeader(request, 'Authorization', 'x') },
  { name: 'body of 70 kB', apply: (request) => ({ ...request, spoilText: tooLarge }) },
];

/** Replaces, or with undefined removes, one of all the values in a body, including the body itself. */
function replaceNode(body: unknown, at: number, value: unknown): unknown {
  const paths = pathsOf(body);
  const path = paths[at % paths.length]!;
  if (path.length === 0) return value;
  const copy = copyOf(body);
  let parent = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  const last = path.at(-1)!;
  if (value === undefined && !Array.isArray(parent)) delete parent[last];
  else parent[last] = value;
  return copy;
}

function addField(body: unknown, at: number, name: string): unknown {
  const objects = pathsOf(body).filter((path) => isObject(valueAt(body, path)));
  if (objects.length === 0) return body;
  const path = objects[at % objects.length]!;
  const copy = copyOf(body);
  const target = valueAt(copy, path) as object;
  Object.defineProperty(target, name, { value: 1, enumerable: true, configurable: true, writable: true });
  return copy;
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Raw);

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || value instanceof Raw) return [path];
  return [
    path,
    ...Object.keys(value).flatMap((key) => pathsOf((value as Record<string, unknown>)[key], [...path, key])),
  ];
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((parent, key) => (parent as Record<string, unknown>)[key], value);
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Raw) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
}

function junkParameter({ query }: FuzzRequest, text: string, at: number): FuzzRequest['query'] {
  const names = [...query.map(([name]) => name), 'limit', 'cursor', 'from', 'to', 'status', 'date', 'x'];
  return [...query, [names[at % names.length]!, text]];
}

/** Any segment but the first two, so that it stays a call of the API. */
function replaceSegment(path: readonly string[], at: number, segment: string): string[] {
  const index = 2 + (at % Math.max(1, path.length - 2));
  return path.with(Math.min(index, path.length - 1), segment);
}

function setHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  const others = request.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: [...others, [name, value]] };
}
