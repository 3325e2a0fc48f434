import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import pino from 'pino';
import type { ObjectEntries } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { problems } from '#contract/problems.ts';
import { createHttp, type Http } from './http.ts';
import { describeApi, type OpenApi, type Operation } from './openapi.ts';
import { publishApi } from './publish-api.ts';

let http: Http;
let api: OpenApi;
let page: string;

beforeAll(async () => {
  http = createHttp({ authenticate: () => Promise.resolve(null), log: pino({ level: 'silent' }), rateLimitScale: 1 });
  publishApi(http);
  api = (await http.inject('/api/openapi.json')).json();
  page = (await http.inject('/api/docs')).body;
});
afterAll(() => http.close());

test('the document is valid OpenAPI 3.1', async () => {
  const copy = structuredClone(api) as unknown as Record<string, unknown>;
  expect(await new Validator().validate(copy)).toMatchObject({ valid: true });
});

test('every reference points to something that exists, and every shape is referred to', () => {
  const references = new Set(
    Array.from(JSON.stringify(api).matchAll(/"#\/components\/(schemas|headers)\/([\w-]+)"/g), ([, part, name]) => [
      part,
      name,
    ]).map((path) => path.join('.')),
  );
  expect(references).toContain('schemas.Ticket');
  for (const path of references) expect(api.components).toHaveProperty(path.split('.'));
  for (const name of Object.keys(api.components.schemas)) expect(references).toContain(`schemas.${name}`);
});

test('every JSON body and answer has a name', () => {
  for (const { operationId, requestBody, responses } of operations()) {
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    const schemas = contents.flatMap((content) => content?.['application/json'] ?? []).map(({ schema }) => schema);
    for (const schema of schemas) expect(Object.keys(schema), operationId).toEqual(['$ref']);
  }
});

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(api.info.version).toBe(version);
});

test('a refusal that may come when it is too much says so in headers', () => {
  for (const { responses } of operations()) {
    expect(Object.keys(responses[429]!.headers!)).toEqual(['Retry-After', 'RateLimit-Policy', 'RateLimit']);
    expect(Object.keys(responses[503]!.headers!)).toEqual(['Retry-After']);
  }
});

test('each event of a stream has the shape of its data, and the description of its call names it', () => {
  const streams = operations().filter(({ responses }) => responses[200]?.content?.['text/event-stream']);
  expect(streams).toHaveLength(2);
  for (const { description, responses } of streams) {
    const events = Object.entries(responses[200]!.content!['text/event-stream']!['x-events']!);
    expect(events.length).toBeGreaterThan(4);
    for (const [name, { schema }] of events) {
      expect(description).toContain(`- \`${name}\`: `);
      expect(schema).not.toEqual({});
    }
  }
});

test('a call that will go is marked', () => {
  const [endpoint] = endpoints;
  const old = { ...endpoint!, deprecated: { since: '2027-01-01', until: '2027-07-01' } };
  const described = describeApi({ title: 'Old', base: '/api', endpoints: [old] }).paths[old.path]!['get']!;
  expect(described.deprecated).toBe(true);
  expect(Object.keys(described.responses[200]!.headers!)).toEqual(['Deprecation', 'Sunset']);
});

function operations(): Operation[] {
  return Object.values(api.paths).flatMap((methods) => Object.values(methods));
}

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s is described', (name, endpoint) => {
  const operation = api.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation?.operationId).toBe(name);
  expect(operation?.security).toEqual(endpoint.caller === 'client' ? [{ token: [] }] : []);
  expect(operation?.responses).toHaveProperty(String(endpoint.status));
  for (const code of endpoint.problems) {
    expect(operation?.responses[problems[code][0]]?.description).toContain(`\`${code}\``);
  }
});

test('the browser recognizes every answer with fields of its own by one of them', () => {
  const withFields = endpoints.filter(({ answer }) => fieldsOf(answer).length > 0);
  expect(withFields.length).toBeGreaterThan(30);
  for (const { name, answer, holds } of withFields) expect(fieldsOf(answer), name).toContain(holds);
});

/** The fields that an answer always holds. */
function fieldsOf(answer: Endpoint['answer']): readonly string[] {
  const entries = answer && 'entries' in answer ? (answer.entries as ObjectEntries) : {};
  return Object.keys(entries).filter((field) => entries[field]!.type !== 'optional');
}

test('path parameters are those of the path', () => {
  for (const [path, operations] of Object.entries(api.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters } of Object.values(operations)) {
      expect(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)).toEqual(named);
    }
  }
});

test('the page has an entry for each problem, where the type of a problem leads to', () => {
  for (const code of Object.keys(problems)) expect(page).toContain(` id="problem-${code}"`);
});

test('the page holds no script and no style, and loads files of its own in any encoding', async () => {
  const { headers } = await http.inject('/api/docs');
  expect(String(headers['content-security-policy'])).not.toContain('unsafe');
  expect(page).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
  const files = [...page.matchAll(/ (?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, path]) => path!);
  expect(files).toHaveLength(4);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const path of files) {
    const plain = await http.inject(path);
    expect(plain.headers).toMatchObject({
      'content-type': expect.stringMatching(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/),
      'cache-control': expect.stringContaining('immutable'),
    });
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await http.inject({ url: path, headers: { 'accept-encoding': encoding } });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(decode[encoding](packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  }
});
