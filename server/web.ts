import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createClock } from '#database/clock.ts';
import { readSchemaFiles } from '#database/schema-files.ts';
import { openClientStream } from './client-stream/client-stream.ts';
import { registerClientStreamRoute } from './client-stream/routes.ts';
import { ConfigError } from './config.ts';
import { rememberDrawTimes } from './draws/read/draw-times.ts';
import { createDrawReader } from './draws/read/read-draws.ts';
import { createProofReader } from './draws/read/read-proofs.ts';
import { createStatisticsReader } from './draws/read/statistics.ts';
import { openDrawStream } from './draws/read/stream.ts';
import { registerDrawRoutes } from './draws/routes.ts';
import { registerFigureRoutes } from './figures/routes.ts';
import { areaOf } from './http/area.ts';
import { checkDatabase, serveHealth } from './http/health.ts';
import { createHttp, type Http } from './http/http.ts';
import { sendProblem } from './http/problem.ts';
import { publishApi } from './http/publish-api.ts';
import { Refusal } from './http/refusal.ts';
import { serveWebApp } from './http/static.ts';
import { createDocumentLimits, registerDocumentRoutes } from './identity/documents/routes.ts';
import type { Identity } from './identity/identity.ts';
import { createIdentityLimits } from './identity/limits.ts';
import { openBreachedPasswords } from './identity/passwords/breached-passwords.ts';
import { readCommonPasswords } from './identity/passwords/common-passwords.ts';
import { findPhones } from './identity/phone-number.ts';
import { registerIdentityRoutes } from './identity/routes.ts';
import { createAuthenticator } from './identity/sessions/authenticate.ts';
import { openPolicyForFirebase } from './identity/sign-up/firebase-page.ts';
import { createFirebaseVerifier } from './identity/sign-up/firebase.ts';
import { registerLedgerRoutes } from './ledger/routes.ts';
import { registerOutboxRoute } from './messages/outbox-route.ts';
import { registerNoticeRoutes } from './notices/routes.ts';
import { registerPaymentRoutes } from './payments/routes.ts';
import { registerSandboxRoutes } from './payments/sandbox/routes.ts';
import { registerPersonalDataRoutes } from './personal-data/routes.ts';
import { registerPlayLimitRoutes } from './play-limits/routes.ts';
import { noteBooks } from './reconciliation/state.ts';
import type { Services } from './services.ts';
import { createIntake, defaultIntakeLimits } from './tickets/intake.ts';
import { addIntakeMetrics, observeIntake } from './tickets/metrics.ts';
import { registerTicketRoutes } from './tickets/routes.ts';
import { tellOutcomes } from './tickets/tell-outcomes.ts';

export interface WebOptions {
  /** Validates every answer against the contract; for tests. */
  readonly checkAnswers?: boolean;
  /** See `HttpOptions`; for tests. */
  readonly quietBeforeCutMs?: number | undefined;
}

/** Serves the web app and the API to players. Operators are served by `console.ts`. */
export interface Web {
  readonly http: Http;
  /** Removes a client's sessions from this process's cache. */
  readonly forget: (clientId: number) => void;
  /** Reads what this process needs from the database. Until then every call is answered by 503 with `Retry-After`. */
  begin(): Promise<void>;
  /** Takes connections. Calling it again changes nothing. */
  listen(): Promise<void>;
  /**
   * Finishes the calls under way.
   *
   * @param replaced whether another process has taken its place on the same port, so that the site stays ready
   */
  stop(replaced: boolean): Promise<void>;
}

const commonPasswordsFile = fileURLToPath(new URL('../dist/common-passwords.bin', import.meta.url));
const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Wires the folders together by explicit calls, from the bottom of the ladder up. Nothing listens yet. */
export async function createWeb(
  services: Services,
  { checkAnswers = false, quietBeforeCutMs }: WebOptions = {},
): Promise<Web> {
  const { config, db, readDb, log, metrics, tracing, address, keys, news, push, payments } = services;
  const { timeZone } = config.timetable;
  const { publicUrl } = address;

  const clock = createClock(db);
  news.follow((told) => {
    if (told === null) clock.readAgain();
  });
  const [authenticator, clientStream] = await Promise.all([createAuthenticator(db), openClientStream(db)]);

  const http = createHttp({
    authenticate: authenticator.authenticate,
    log,
    rateLimitScale: config.rateLimitScale,
    concurrencyScale: config.ownLimitScale,
    countsIn: db,
    trustProxy: config.trustProxy,
    checkAnswers,
    quietBeforeCutMs,
    ...(metrics && { metrics }),
    ...(tracing && { tracing }),
  });
  http.server.once('listening', () => address.listensOn((http.server.address() as AddressInfo).port));

  let begun = false;
  http.addHook('onRequest', (request, reply, done) => {
    if (begun || areaOf(request) !== 'api') return done();
    sendProblem(request, reply, new Refusal('unavailable', { retryAfterSeconds: 2 }));
  });
  let stopping = false;
  const checkStarted = async () => {
    if (!begun) throw new Error('this process waits for its database');
  };
  const checkStaying = async () => {
    if (stopping) throw new Error('this process is being stopped');
  };
  serveHealth(
    http,
    [
      checkDatabase(db, await readSchemaFiles()),
      { name: 'started', check: checkStarted },
      { name: 'staying', check: checkStaying },
    ],
    [noteBooks(db)],
  );
  serveWebApp(http, webFolder, { publicUrl, defaultLocale: config.defaultLocale });
  publishApi(http);

  registerLedgerRoutes(http, db, timeZone, readDb);
  registerFigureRoutes(http, readDb, timeZone);
  registerOutboxRoute(http, db, {
    outbox: config.messages.kind === 'outbox',
    codeKey: config.codeKeys,
    publicUrl,
    findPhones,
  });

  const { firebase } = config;
  const identityService =
    firebase?.apiKey === undefined ? null : { apiKey: firebase.apiKey, emulator: firebase.emulator };
  if (identityService) openPolicyForFirebase(http, identityService);
  const identity: Identity = {
    ...services.identity,
    db,
    limits: createIdentityLimits(db, config.rateLimitScale),
    factorKeys: config.factorKeys,
    commonPasswords: await readCommonPasswords(commonPasswordsFile),
    breachedPasswords: await openBreached(services),
    verifyFirebasePhone:
      firebase && createFirebaseVerifier({ project: firebase.project, unsigned: firebase.emulator !== null, clock }),
    identityService,
    coolingOff: config.coolingOff,
    publicUrl,
    https: config.publicUrl?.startsWith('https:') ?? false,
    newDeviceCode: config.newDeviceCode,
    resetFlow: config.resetFlow,
    forget: authenticator.forget,
  };
  const { security } = identity;
  registerIdentityRoutes(http, identity);
  const documents = { ...config.documents, identity, tiers: config.tiers, limits: createDocumentLimits(db) };
  registerDocumentRoutes(http, documents);
  registerPlayLimitRoutes(http, identity, timeZone);
  registerNoticeRoutes(http, db, push);
  registerClientStreamRoute(http, clientStream);
  tellOutcomes(db, news, clientStream);

  const draws = createDrawReader(db, config.timetable);
  const drawStream = openDrawStream(db, news, clock, {
    timeZone,
    scale: config.ownLimitScale,
    processes: config.webProcesses,
    countPaid: (drawId) => draws.countPaid(drawId),
  });
  registerDrawRoutes(http, {
    draws,
    proofs: createProofReader(db),
    statistics: createStatisticsReader(db, news),
    stream: drawStream,
  });

  const intake = createIntake(db, defaultIntakeLimits, metrics && observeIntake(metrics.registry));
  const desk = { db, intake, clock, drawTimes: rememberDrawTimes(db), timeZone };
  const admission = registerTicketRoutes(http, desk, keys, security, readDb);
  if (metrics) addIntakeMetrics(metrics.registry, intake, admission);

  if (services.sandbox) registerSandboxRoutes(http, services.sandbox);
  registerPaymentRoutes(http, payments, security);
  registerPersonalDataRoutes(http, identity, { documents: config.documents, partyKeys: config.partyKeys });

  let listening: Promise<unknown> | undefined;

  return {
    http,
    forget: authenticator.forget,

    async begin() {
      await clock.start();
      begun = true;
    },

    async listen() {
      listening ??= http.listen({ host: config.host, port: config.port });
      await listening;
    },

    async stop(replaced) {
      stopping = !replaced;
      drawStream.close();
      await clientStream.close();
      await http.close();
      await intake.drain();
      await identity.breachedPasswords?.close();
      clock.stop();
      await authenticator.stop();
    },
  };
}

/** @throws ConfigError when the file is not one */
async function openBreached({ config, log }: Services) {
  if (config.breachedPasswordsFile === undefined) return undefined;
  return openBreachedPasswords(config.breachedPasswordsFile, log).catch((error: Error) => {
    throw new ConfigError(error.message);
  });
}
