import * as v from 'valibot';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createFit } from '#tests/support/fit-schema.ts';
import { exampleOf, ofFields, ofShapes } from './examples.ts';
import { describeApi, type Body } from './openapi.ts';

const api = describeApi();
const unfit = createFit(api);

const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the examples of %s fit their schemas',
  (_name, { requestBody, responses }) => {
    const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    const bodies = contents.flatMap((content) => Object.values(content ?? {})).flatMap(withEvents);
    for (const { schema, example } of bodies) {
      if (example === undefined) continue;
      expect(unfit(schema, example), JSON.stringify(example)).toBeNull();
    }
    const json = contents.flatMap((content) => Object.entries(content ?? {})).filter(([type]) => type.endsWith('json'));
    for (const [, body] of json) expect(body).toHaveProperty('example');
  },
);

/** A body, and the data of each event where it is a stream. */
function withEvents(body: Body): Body[] {
  return [body, ...Object.values(body['x-events'] ?? {})];
}

const withBody = endpoints.filter(({ body }) => body !== undefined);

test.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
  'the server takes the example of a body of %s',
  (_name, { path, method, body }) => {
    const described = api.paths[path]![method.toLowerCase()]!.requestBody!.content['application/json']!;
    const { issues, success } = v.safeParse(body!, described.example);
    expect(success, JSON.stringify(issues && v.flatten(issues as never))).toBe(true);
  },
);

test('no example is left of a shape, a field or an event that is gone', () => {
  for (const name of Object.keys(ofShapes)) expect(api.components.schemas).toHaveProperty(name);
  const document = JSON.stringify(api);
  for (const name of Object.keys(ofFields)) expect(document).toContain(`"${name}":{`);
});

test('a text that nothing says an example of is an error', () => {
  expect(() => exampleOf({ type: 'object', properties: { colour: { type: 'string' } } }, {})).toThrow('colour');
});
