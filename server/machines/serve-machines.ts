import type { Logger } from 'pino';
import { machineEndpoints } from '#contract/machine.ts';
import { createHttp, type Http } from '#server/http/http.ts';
import type { PublishedApi } from '#server/http/openapi.ts';
import { publishApi } from '#server/http/publish-api.ts';
import { examples } from './examples.ts';
import { registerMachineRoutes, type Machines } from './routes.ts';

interface MachineHttpOptions {
  readonly log: Logger;
  readonly checkAnswers: boolean;
  /** See `HttpOptions`; for tests. */
  readonly quietBeforeCutMs?: number | undefined;
  readonly rateLimitScale?: number;
  readonly trustProxy?: boolean | string;
}

/** How the API of programs is described. */
export const machineApi: PublishedApi = {
  title: 'Izi for programs',
  more: `Each call names a machine key, which two operators have made: \`Authorization: Bearer izi_…\`. It is taken from its addresses only, until it ends or is revoked, so many times a minute. \`docs/machine-keys.md\` says how to get one.`,
  base: '/api',
  endpoints: machineEndpoints,
  examples,
  token: 'A machine key, whole: `izi_<id>_<43 characters>`.',
};

/** The API for programs with a key, and its description. It does not listen yet. Neither players nor operators are served here. */
export function createMachineHttp(
  machines: Machines,
  { log, checkAnswers, quietBeforeCutMs, rateLimitScale = 1, trustProxy = false }: MachineHttpOptions,
): Http {
  const http = createHttp({
    // No client signs in here.
    authenticate: async () => null,
    log,
    rateLimitScale,
    trustProxy,
    checkAnswers,
    quietBeforeCutMs,
  });
  registerMachineRoutes(http, machines);
  publishApi(http, machineApi);
  return http;
}
