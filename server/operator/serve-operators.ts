import type { Logger } from 'pino';
import { operatorEndpoints } from '#contract/operator.ts';
import { createHttp, type Http } from '#server/http/http.ts';
import { publishApi } from '#server/http/publish-api.ts';
import { registerOperatorRoutes } from './routes.ts';
import type { Operators } from './operators.ts';

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
    rateLimitScale: 1,
    checkAnswers,
  });
  registerOperatorRoutes(http, operators);
  publishApi(http, { title: 'Izi for operators', endpoints: operatorEndpoints });
  return http;
}
