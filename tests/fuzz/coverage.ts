import type { JsonSchema } from '@valibot/to-json-schema';
import type { OpenApi, Operation } from '#server/http/openapi.ts';
import type { RawAnswer } from './raw-client.ts';

/** Which of the answers declared in the document occurred: a success by its status, a problem by its code. */
export interface Coverage {
  /** Counts a valid answer to a call, or to a request that is no call. */
  count(name: string, answer: RawAnswer): void;
  /** How often each answer occurred, one line per call. */
  describe(): string;
  /** The declared answers that never occurred, each as `placeBets excluded`. */
  missing(): string[];
}

export function createCoverage(api: OpenApi): Coverage {
  const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
  const calls = new Map(
    operations.map((operation) => [operation.operationId, new Map(outcomesOf(operation).map((one) => [one, 0]))]),
  );
  return {
    count(name, answer) {
      const outcomes = calls.get(name) ?? new Map<string, number>();
      const outcome = outcomeOf(answer);
      calls.set(name, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
    },
    describe: () =>
      [...calls]
        .map(([name, outcomes]) => `${name}: ${[...outcomes].map(([one, times]) => `${one} ${times}`).join(', ')}`)
        .join('\n'),
    missing: () =>
      [...calls].flatMap(([name, outcomes]) =>
        [...outcomes].filter(([, times]) => times === 0).map(([outcome]) => `${name} ${outcome}`),
      ),
  };
}

/** Without the failures, which must not occur, and the rate limits, which are far away here. */
function outcomesOf({ responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 500 && status !== '429')
    .flatMap(([status, { content }]) => codesOf(content?.['application/problem+json']?.schema) ?? [status]);
}

function codesOf(schema: JsonSchema | undefined): readonly string[] | undefined {
  const code = schema?.properties?.['code'] as JsonSchema | undefined;
  return code?.enum as string[] | undefined;
}

function outcomeOf({ status, headers, body }: RawAnswer): string {
  if (!headers['content-type']?.startsWith('application/problem+json') || body === '') return String(status);
  return (JSON.parse(body) as { code: string }).code;
}
