import type { Logger } from 'pino';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import { createHttp, type Http } from '#server/http/http.ts';
import { describeApi } from '#server/http/openapi.ts';
import { registerOperatorRoutes } from './routes.ts';
import type { Operators } from './door/operators.ts';

interface OperatorHttpOptions {
  readonly log: Logger;
  readonly checkAnswers: boolean;
}

/** The operators' API, with its own description. It does not listen yet. The players' API is no part of it. */
export function createOperatorHttp(operators: Operators, { log, checkAnswers }: OperatorHttpOptions): Http {
  const http = createHttp({
    // No client signs in here.
    authenticate: async () => null,
    log,
    base: '',
    rateLimitScale: 1,
    checkAnswers,
  });
  registerOperatorRoutes(http, operators);
  const document = JSON.stringify(describeApi({ title: 'Izi for operators', base: '', endpoints: operatorEndpoints }));
  http.get('/operator/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(document),
  );
  return http;
}
