import type { OpenApi, Operation } from '#server/http/openapi.ts';
import { createFit } from '#tests/support/fit-schema.ts';
import type { Coverage } from './coverage.ts';
import type { RawAnswer } from './raw-client.ts';
import { targetOf, type FuzzRequest } from './request.ts';

/** Lists the differences between an answer and the document. The list is empty for a valid answer, which the coverage then counts. */
export type CheckAnswer = (request: FuzzRequest, answer: RawAnswer) => string[];

/** Any address may answer these to a request that cannot be read or has no call. */
const statusesOfWrongRequests = [400, 404, 405, 408, 413, 415, 431];

const leaks = /\bat .*\.(ts|js):\d|node_modules|\bselect\b.*\bfrom\b|insert into|PostgreSQL|ECONN/i;

export function createCheck(api: OpenApi, coverage: Coverage): CheckAnswer {
  const unfit = createFit(api);
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      method: method.toUpperCase(),
      operation,
    })),
  );

  function findBodyFaults(schema: object, body: string): string[] {
    const value = parse(body);
    if (value === undefined) return ['the body is not JSON'];
    const fault = unfit(schema, value);
    return fault === null ? [] : [`the body does not fit its schema: ${fault}`];
  }

  function findOperation(request: FuzzRequest): Operation | null {
    const path = targetOf(request).split('?', 1)[0]!;
    return operations.find(({ pattern, method }) => method === request.method && pattern.test(path))?.operation ?? null;
  }

  return (request, answer) => {
    const operation = findOperation(request);
    const wrong = findFaults(request, operation, answer);
    if (wrong.length === 0) coverage.count(operation?.operationId ?? 'none of these', answer);
    return wrong;
  };

  function findFaults(request: FuzzRequest, operation: Operation | null, answer: RawAnswer): string[] {
    const { status, body, headers } = answer;
    if (status >= 500) return [`it failed: ${body}`];
    // A policy has an effect on a page and on files that may be opened like one; a file of code is neither.
    const lacksPolicy = headers['content-security-policy'] === undefined && !targetOf(request).startsWith('/assets/');
    if (headers['x-content-type-options'] !== 'nosniff' || lacksPolicy)
      return ['it lacks the headers that keep browsers safe'];
    // Anything else is a page of the web app, or no page.
    if (!targetOf(request).startsWith('/api/')) return [];
    const wrong: string[] = [];
    const described = operation?.responses[status];
    const mediaType = headers['content-type']?.split(';', 1)[0] ?? '';
    if (leaks.test(body) && status >= 400) wrong.push(`it tells of its inside: ${body}`);
    if (status === 429 && headers['retry-after'] === undefined) wrong.push('it does not say when to try again');

    if (request.method === 'HEAD') return wrong;
    if (described) {
      const { content } = described;
      if (!content) return body === '' ? wrong : [...wrong, 'it has a body'];
      const declared = content[mediaType];
      if (!declared) return [...wrong, `it is ${mediaType}, not ${Object.keys(content).join(' or ')}`];
      return mediaType.endsWith('json') ? [...wrong, ...findBodyFaults(declared.schema, body)] : wrong;
    }
    const isWrong = request.mutations.length > 0 && statusesOfWrongRequests.includes(status);
    if (operation && !isWrong)
      return [...wrong, `the document does not say that ${operation.operationId} answers ${status}`];
    if (!operation && status < 400) return wrong;
    if (mediaType !== 'application/problem+json') return [...wrong, `${status} is ${mediaType}, no problem document`];
    return [...wrong, ...findBodyFaults(api.components.schemas['Problem']!, body)];
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
