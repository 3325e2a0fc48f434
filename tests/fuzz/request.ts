/** How the body's length is given. All but the first two are false or invalid. */
export const framings = [
  'length',
  'chunked',
  'length too long',
  'length too short',
  'length twice',
  'length and chunked',
  'no number',
  'negative',
  'bad chunk',
  'chunk without end',
] as const;
type Framing = (typeof framings)[number];

/** A request before it is bytes. In strings each character is one byte when `isBinary`, otherwise text. */
export interface FuzzRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Replaces a query of names and values. */
  readonly rawQuery?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
  /** Turns the body's text into something else. */
  readonly spoilText?: (text: string) => string;
  readonly isBinary?: boolean;
  readonly framing: Framing;
  readonly version?: string;
  /** The names of the mutations; empty for a valid request. */
  readonly mutations: readonly string[];
}

/** Part of a body that JSON.stringify would not write: it appears in the text unchanged. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): string {
    return `${mark}${this.text}${mark}`;
  }
}

/** A private-use character, which JSON does not escape. */
const mark = '\uE000';

export function textOf({ body, spoilText }: Pick<FuzzRequest, 'body' | 'spoilText'>): string {
  const written = body === undefined ? '' : JSON.stringify(body);
  const text = written.replaceAll(new RegExp(`"${mark}(.*?)${mark}"`, 'gs'), (_, raw: string) =>
    JSON.parse(`"${raw}"`),
  );
  return spoilText ? spoilText(text) : text;
}

export function targetOf({ path, query, rawQuery }: FuzzRequest): string {
  const named = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeText(value)}`).join('&');
  const search = rawQuery ?? named;
  return path.join('/') + (search === '' ? '' : `?${search}`);
}

/** Half of a surrogate pair cannot be written as UTF-8. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function bytesOf(request: FuzzRequest): Buffer {
  const body = Buffer.from(textOf(request), request.isBinary ? 'latin1' : 'utf8');
  const lines = [
    `${request.method} ${targetOf(request)} ${request.version ?? 'HTTP/1.1'}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const [framing, framed] = frame(request.framing, body, request.method);
  return Buffer.concat([Buffer.from(`${[...lines, ...framing].join('\r\n')}\r\n\r\n`, 'latin1'), framed]);
}

function frame(framing: Framing, body: Buffer, method: string): [headers: string[], body: Buffer] {
  const chunk = (end: string) =>
    Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from(`\r\n${end}`)]);
  switch (framing) {
    case 'length':
      return [body.length > 0 || method !== 'GET' ? [`Content-Length: ${body.length}`] : [], body];
    case 'chunked':
      return [['Transfer-Encoding: chunked'], body.length > 0 ? chunk('0\r\n\r\n') : Buffer.from('0\r\n\r\n')];
    case 'length too long':
      return [[`Content-Length: ${body.length + 10}`], body];
    case 'length too short':
      return [[`Content-Length: ${Math.max(0, body.length - 5)}`], body];
    case 'length twice':
      return [[`Content-Length: ${body.length}`, `Content-Length: ${body.length + 1}`], body];
    case 'length and chunked':
      return [[`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'], chunk('0\r\n\r\n')];
    case 'no number':
      return [['Content-Length: ten'], body];
    case 'negative':
      return [['Content-Length: -1'], body];
    case 'bad chunk':
      return [['Transfer-Encoding: chunked'], Buffer.concat([Buffer.from('xyz\r\n'), body])];
    case 'chunk without end':
      return [['Transfer-Encoding: chunked'], chunk('')];
  }
}

/** A client that stops in the middle of a request can expect no answer. */
export function mayGoUnanswered({ framing }: FuzzRequest): boolean {
  return framing === 'length too long' || framing === 'chunk without end';
}

/** The request on one screen, for the person who investigates it. */
export function describeRequest(request: FuzzRequest): string {
  const bytes = bytesOf(request).toString('latin1');
  return `${request.operationId} [${request.mutations.join(', ')}]\n${bytes.length > 1_500 ? `${bytes.slice(0, 1_500)}…` : bytes}`;
}
