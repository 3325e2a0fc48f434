import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { createHttp, type Http } from '#server/http/http.ts';
import { consoleHeaders } from '#server/http/security-headers.ts';
import { serveWebApp } from '#server/http/static.ts';
import { guard } from './access/guard.ts';
import type { Operators } from './access/operators.ts';
import { registerOperatorRoutes } from './routes.ts';

interface OperatorHttpOptions {
  readonly log: Logger;
  readonly checkAnswers: boolean;
  /** See `HttpOptions`; for tests. */
  readonly quietBeforeCutMs?: number | undefined;
  /** The only addresses that are let in; all that reach the listener where this is left out. */
  readonly allow?: BlockList | null;
  readonly rateLimitScale?: number;
  readonly trustProxy?: boolean | string;
  /** The built console. */
  readonly webFolder?: string;
}

/** The operators' console: its API, and its pages. It does not listen yet. The players' address is no part of it. */
export function createOperatorHttp(
  operators: Operators,
  {
    log,
    checkAnswers,
    quietBeforeCutMs,
    allow = null,
    rateLimitScale = 1,
    trustProxy = false,
    webFolder,
  }: OperatorHttpOptions,
): Http {
  const http = createHttp({
    // No client signs in here.
    authenticate: async () => null,
    log,
    base: '',
    rateLimitScale,
    trustProxy,
    checkAnswers,
    quietBeforeCutMs,
    pageHeaders: consoleHeaders,
  });
  guard(http, { db: operators.db, allow, consoleUrl: operators.consoleUrl });
  registerOperatorRoutes(http, operators);
  if (webFolder !== undefined) serveWebApp(http, webFolder);
  return http;
}
