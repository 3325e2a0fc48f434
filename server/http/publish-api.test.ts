import { Validator } from '@seriousme/openapi-schema-validator';
import pino from 'pino';
import type { ObjectEntries } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { problems } from '#contract/problems.ts';
import { createHttp, type Http } from './http.ts';
import type { OpenApi } from './openapi.ts';
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

test('every reference points to something that exists', () => {
  const references = [...JSON.stringify(api).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  );
  expect(references).toContain('Ticket');
  for (const name of references) expect(api.components.schemas).toHaveProperty(name);
});

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s is described', (name, endpoint) => {
  const operation = api.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation?.operationId).toBe(name);
  expect(operation?.security).toEqual(endpoint.caller === 'client' ? [{ token: [] }] : []);
  expect(operation?.responses).toHaveProperty(String(endpoint.status));
  for (const code of endpoint.problems) {
    expect(operation?.responses[problems[code][0]]?.description).toContain(`\`${code}\``);
  }
  expect(page).toContain(`id="${name}"`);
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

test('every link of the page points to something on it', () => {
  const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(100);
  for (const link of links) expect(targets).toContain(link);
});

test('the page contains no script, and its style is the one its policy names', async () => {
  const { headers } = await http.inject('/api/docs');
  const policy = String(headers['content-security-policy']);
  const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))).toString('base64');
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(policy).not.toContain('unsafe');
  expect(page).not.toMatch(/<script|\sstyle=|\son\w+=/);
});
