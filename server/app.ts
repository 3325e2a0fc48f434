import { createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { followClock } from '#database/clock.ts';
import type { Database } from '#database/connect.ts';
import { readSchemaFiles } from '#database/schema-files.ts';
import { startBackground, type Background } from './background/background.ts';
import { openClientStream } from './client-stream/client-stream.ts';
import { registerClientStreamRoute } from './client-stream/routes.ts';
import { ConfigError, type Config } from './config.ts';
import { readFormerKeys, refuseKeys } from './fair-draw/check-keys.ts';
import { copySalts } from './fair-draw/copy-salts.ts';
import { openDrawKeys } from './fair-draw/draw-keys.ts';
import { openDrawNews } from './draws/read/draw-news.ts';
import { rememberDrawTimes } from './draws/read/draw-times.ts';
import { keepFigures } from './figures/keep-figures.ts';
import { registerFigureRoutes } from './figures/routes.ts';
import { fillTimetable } from './draws/life/fill-timetable.ts';
import { findBeacons } from './fair-draw/find-beacons.ts';
import { createDrawReader } from './draws/read/read-draws.ts';
import { createProofReader } from './draws/read/read-proofs.ts';
import { registerDrawRoutes } from './draws/routes.ts';
import { createStatisticsReader } from './draws/read/statistics.ts';
import { addDrawMetrics } from './draws/metrics.ts';
import { openDrawStream } from './draws/read/stream.ts';
import { checkDatabase, serveHealth } from './http/health.ts';
import { addDatabaseMetrics } from './http/database-metrics.ts';
import { createHttp, type Http } from './http/http.ts';
import { createMetrics, serveMetrics } from './http/metrics.ts';
import { publishApi } from './http/publish-api.ts';
import { serveWebApp } from './http/static.ts';
import { askAgain } from './identity/persons/ask-register.ts';
import { openBreachedPasswords } from './identity/passwords/breached-passwords.ts';
import { createAuthenticator } from './identity/sessions/authenticate.ts';
import { keepSecurityEvents, removeExpired } from './identity/clean-up.ts';
import { eraseClosed } from './identity/profile/closing.ts';
import { noRegister, type ExclusionRegister } from './identity/persons/exclusion-register.ts';
import { createFirebaseVerifier } from './identity/sign-up/firebase.ts';
import { readCommonPasswords } from './identity/passwords/common-passwords.ts';
import { refuseDocumentKeys, sealDocumentKeysAnew } from './identity/documents/document-keys.ts';
import { createDocumentLimits, registerDocumentRoutes } from './identity/documents/routes.ts';
import { refuseFactorKeys, sealFactorsAnew } from './identity/factors/factor-keys.ts';
import { createIdentityLimits } from './identity/limits.ts';
import { createKeying } from './identity/persons/person-keys.ts';
import { findPhones } from './identity/phone-number.ts';
import { registerIdentityRoutes } from './identity/routes.ts';
import { createSecurityLog } from './identity/security-log/security-log.ts';
import { createSendingLimits } from './identity/codes/sending-limits.ts';
import { registerLedgerRoutes } from './ledger/routes.ts';
import { createAfricasTalkingSender } from './messages/africas-talking.ts';
import { addMessageMetrics } from './messages/metrics.ts';
import { registerOutboxRoute } from './messages/outbox-route.ts';
import { removeOldMessages, startSendingMessages } from './messages/send-messages.ts';
import { outboxSender, sendByChannel, Undeliverable, type Sender } from './messages/sender.ts';
import { createSmtpSender } from './messages/smtp.ts';
import { cinetPayUrl, createCinetPayProvider } from './payments/cinetpay/adapter.ts';
import { createFedaPayProvider, fedaPayUrl } from './payments/fedapay/adapter.ts';
import { addPaymentGauges, addPaymentMetrics } from './payments/metrics.ts';
import { createPayments } from './payments/payments.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { registerPaymentRoutes } from './payments/routes.ts';
import { createSandboxProvider } from './payments/sandbox/adapter.ts';
import { registerSandboxRoutes } from './payments/sandbox/routes.ts';
import { startSandbox } from './payments/sandbox/sandbox.ts';
import { refusePartyKeys, sealPartyKeysAnew } from './payments/party/party-keys.ts';
import { forgetOldParties, sealParties } from './payments/party/seal-parties.ts';
import { keepWebhooks } from './payments/webhook.ts';
import { usualPushHosts } from './notices/push/endpoint.ts';
import { createPushSender } from './notices/push/push-sender.ts';
import { openPushIdentity } from './notices/push/vapid.ts';
import { registerNoticeRoutes } from './notices/routes.ts';
import { removeOldNotices, startTelling } from './notices/tell.ts';
import { registerPersonalDataRoutes } from './personal-data/routes.ts';
import { registerPlayLimitRoutes } from './play-limits/routes.ts';
import { createCare } from './care/care.ts';
import { createExposureKeeping } from './exposure/keep-exposures.ts';
import { openMeasuring, type Measuring } from './exposure/measuring.ts';
import { keepSums } from './reconciliation/kept-sums.ts';
import { addReconciliationMetrics } from './reconciliation/metrics.ts';
import { noteBooks } from './reconciliation/state.ts';
import { createCarryingOut } from './operator/acts/carry-out.ts';
import { createExecutors } from './operator/acts/executors.ts';
import { createAuditKeeping } from './operator/audit/keep-audit.ts';
import { createAbout } from './operator/settings/about.ts';
import { createSoftwareKeeping, type SoftwareKeeping } from './operator/settings/keep-software.ts';
import { createSalesCount, createWatch } from './operator/overview/watch.ts';
import { startCapWatch } from './exposure/watch-caps.ts';
import { startReconciliation } from './reconciliation/worker.ts';
import { startDrawWorker } from './draws/life/draw-worker.ts';
import { createIntake, defaultIntakeLimits } from './tickets/intake.ts';
import { addIntakeMetrics, observeIntake } from './tickets/metrics.ts';
import { registerTicketRoutes } from './tickets/routes.ts';

export interface AppDeps {
  readonly config: Config;
  /** For the calls of players: statements are short. */
  readonly db: Database;
  /** For work in the background: a statement may take minutes. */
  readonly workerDb: Database;
  readonly log: Logger;
  /** Where this is one of several processes: the label `process` of its metrics, which its supervisor serves. */
  readonly processName?: string;
  /** The national register of self-excluded persons, where there is one. */
  readonly exclusionRegister?: ExclusionRegister;
  /** Validates every answer against the contract; for tests. */
  readonly checkAnswers?: boolean;
  /** See `HttpOptions`; for tests. */
  readonly quietBeforeCutMs?: number | undefined;
}

export interface App {
  readonly http: Http;
  /** Removes a client's sessions from this process's cache. */
  readonly forget: (clientId: number) => void;
  /** Starts to serve, and resolves to the address. */
  listen(): Promise<string>;
  /**
   * Finishes the calls under way and the background work. The caller closes the databases.
   *
   * @param replaced whether another process has taken its place on the same port, so that the site stays ready
   */
  stop(replaced?: boolean): Promise<void>;
  /** For Prometheus; empty without METRICS_PORT. */
  readMetrics(): Promise<string>;
}

const registerEveryMs = 15_000;
const sumsEveryMs = 15_000;
/** With many draws behind, as after a demonstration's month was invented, the pauses leave the processor to others. */
const figuresEveryMs = 2_000;
const hourMs = 60 * 60 * 1_000;
const commonPasswordsFile = fileURLToPath(new URL('../dist/common-passwords.bin', import.meta.url));
const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Wires the folders together by explicit calls, from the bottom of the ladder up. Nothing listens yet. */
export async function createApp({
  config,
  db,
  workerDb,
  log,
  processName,
  exclusionRegister = noRegister,
  checkAnswers = false,
  quietBeforeCutMs,
}: AppDeps): Promise<App> {
  const serving = config.roles.includes('web');
  const working = config.roles.includes('worker');
  const metrics = config.metricsPort === undefined ? undefined : createMetrics();
  if (processName !== undefined) metrics?.registry.setDefaultLabels({ process: processName });

  // Where no endpoint is set, OpenTelemetry is not even loaded.
  const tracing = config.tracing && (await import('./tracing/open-telemetry.ts')).startTracing(config.tracing, log);

  const keys = openDrawKeys(config.seedKeys, config.operatorKeys);
  const refusal =
    (await refuseKeys(workerDb, keys, working)) ??
    (await refuseFactorKeys(db, config.factorKeys)) ??
    (await refuseDocumentKeys(db, config.documents)) ??
    (await refusePartyKeys(db, config.partyKeys));
  if (refusal !== null) throw new ConfigError(refusal);
  const { beacons, unknownChain } = await findBeacons(db, config.beacon);
  if (working && unknownChain) {
    throw new ConfigError(
      `BEACON_CHAIN is not ${unknownChain}, whose values draws wait for: they would be called off. Set it and its key again until they are drawn`,
    );
  }
  const plan = {
    timetable: config.timetable,
    keys,
    chain: config.beacon?.chain ?? null,
    patienceHours: config.beaconPatienceHours,
  };
  const clock = await followClock(db);
  const authenticator = await createAuthenticator(db);
  const http = createHttp({
    authenticate: authenticator.authenticate,
    log,
    rateLimitScale: config.ownLimitScale,
    trustProxy: config.trustProxy,
    checkAnswers,
    quietBeforeCutMs,
    webFolder,
    ...(metrics && { metrics }),
    ...(tracing && { tracing }),
  });
  // With PORT=0 the system chooses the port, so addresses are read late.
  const port = () => (http.server.address() as AddressInfo | null)?.port ?? config.port;
  const ownUrl = () => `http://127.0.0.1:${port()}`;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port()}`;

  let stopping = false;
  const checkStaying = async () => {
    if (stopping) throw new Error('this process is being stopped');
  };
  serveHealth(
    http,
    [checkDatabase(db, await readSchemaFiles()), { name: 'staying', check: checkStaying }],
    [noteBooks(db)],
  );
  serveWebApp(http, webFolder, { publicUrl, defaultLocale: config.defaultLocale });
  publishApi(http);
  const { timeZone } = config.timetable;
  registerLedgerRoutes(http, db, timeZone);
  registerFigureRoutes(http, db, timeZone);
  registerOutboxRoute(http, db, {
    outbox: config.messages.kind === 'outbox',
    codeKey: config.codeKeys,
    publicUrl,
    findPhones,
  });
  const security = createSecurityLog(db, log);
  const openBreached = async () => {
    // Only a process that serves the web meets passwords.
    if (!serving || config.breachedPasswordsFile === undefined) return undefined;
    return openBreachedPasswords(config.breachedPasswordsFile, log).catch((error: Error) => {
      throw new ConfigError(error.message);
    });
  };
  const identity = {
    db,
    security,
    limits: createIdentityLimits(db, config.ownLimitScale),
    sending: createSendingLimits({ scale: config.rateLimitScale, budget: config.messageBudget, log }),
    codeKey: config.codeKeys,
    factorKeys: config.factorKeys,
    personKey: config.personKey,
    exclusionRegister,
    commonPasswords: await readCommonPasswords(commonPasswordsFile),
    breachedPasswords: await openBreached(),
    verifyFirebasePhone:
      config.firebaseProject === undefined
        ? undefined
        : createFirebaseVerifier({ project: config.firebaseProject, clock }),
    coolingOff: config.coolingOff,
    publicUrl,
    https: config.publicUrl?.startsWith('https:') ?? false,
    newDeviceCode: config.newDeviceCode,
    resetFlow: config.resetFlow,
    forget: authenticator.forget,
  };
  registerIdentityRoutes(http, identity);
  const documents = { ...config.documents, identity, tiers: config.tiers, limits: createDocumentLimits(db) };
  registerDocumentRoutes(http, documents);

  registerPlayLimitRoutes(http, identity, timeZone);
  const push = wirePush();
  registerNoticeRoutes(http, db, push);

  const news = await openDrawNews(db);
  news.follow((told) => {
    if (told === null) clock.readAgain();
  });
  const stream = openDrawStream(db, news, clock, {
    timeZone,
    scale: config.ownLimitScale,
    processes: config.webProcesses,
  });
  registerDrawRoutes(http, {
    draws: createDrawReader(db, config.timetable),
    proofs: createProofReader(db, keys.operatorKey),
    statistics: createStatisticsReader(db, news),
    stream,
  });

  const clientStream = await openClientStream(db);
  registerClientStreamRoute(http, clientStream);

  const intake = createIntake(db, defaultIntakeLimits, metrics && observeIntake(metrics.registry));
  const admission = registerTicketRoutes(
    http,
    { db, intake, clock, drawTimes: rememberDrawTimes(db), timeZone },
    keys,
    security,
  );

  const provider = wireProvider(config.payments);
  const payments = createPayments({
    db,
    partyKeys: config.partyKeys,
    providers: [provider.adapter],
    withdrawable: config.payments.withdrawable,
    tiers: config.tiers,
    payoutRules: { proofOver: config.proofOver, notices: identity },
    reviewRules: config.review,
    timeZone,
    expireAfterMs: config.payments.expireMinutes * 60_000,
    publicUrl,
    log,
    ...(metrics && { onAlarm: addPaymentMetrics(metrics.registry) }),
  });
  registerPaymentRoutes(http, payments, security);
  registerPersonalDataRoutes(http, identity, { documents: config.documents, partyKeys: config.partyKeys });

  if (metrics) {
    const { registry } = metrics;
    addDatabaseMetrics(registry, { web: db, worker: workerDb });
    addReconciliationMetrics(registry, db);
    addDrawMetrics(registry, db);
    addPaymentGauges(registry, db);
    addMessageMetrics(registry, db);
    addIntakeMetrics(registry, intake, admission);
  }

  /** Push services reach the operator, if they have to, by the site's own address. */
  function wirePush() {
    const { pushKey, pushHosts: hosts = usualPushHosts } = config;
    if (pushKey === undefined) return { publicKey: null, hosts, sender: null };
    const contact = () => (publicUrl().startsWith('https:') ? publicUrl() : 'mailto:nobody@localhost');
    const own = openPushIdentity(pushKey, contact);
    return { publicKey: own.publicKey, hosts, sender: createPushSender({ db: workerDb, identity: own, hosts }) };
  }

  const background: Background[] = [];
  let metricsServer: Server | undefined;

  /** The payment provider's adapter. `startParty` runs the provider itself, where it is part of this process. */
  function wireProvider(settings: Config['payments']): {
    adapter: PaymentProvider;
    startParty?: () => Background;
  } {
    switch (settings.provider) {
      case 'sandbox':
        return wireSandbox(settings.secret);
      case 'fedapay':
        return { adapter: createFedaPayProvider({ ...settings, apiUrl: settings.apiUrl ?? fedaPayUrl }) };
      case 'cinetpay':
        return {
          adapter: createCinetPayProvider({
            ...settings,
            apiUrl: settings.apiUrl ?? cinetPayUrl,
            webhookUrl: () => `${publicUrl()}/api/payments/cinetpay/webhook`,
          }),
        };
    }
  }

  /** The sandbox is an external provider that runs in this process: both sides talk over HTTP. */
  function wireSandbox(key: string) {
    const secret = (use: string) => createHmac('sha256', key).update(use).digest('base64url');
    const settings = {
      apiSecret: secret('api'),
      webhookSecret: secret('webhook'),
      apiUrl: ownUrl,
      publicUrl,
      webhookUrl: () => `${ownUrl()}/api/payments/sandbox/webhook`,
    };
    const deps = { db: workerDb, settings, log };
    registerSandboxRoutes(http, deps);
    return { adapter: createSandboxProvider(settings), startParty: () => startSandbox(deps) };
  }

  async function listen(): Promise<string> {
    // The first players find the draws of the next hour; the days ahead are filled in the background.
    if (working) await fillTimetable(workerDb, { ...plan, daysAhead: 1 / 24 });
    if (serving) await http.listen({ host: config.host, port: config.port });
    if (metrics && config.metricsPort !== undefined && processName === undefined) {
      metricsServer = await serveMetrics(() => metrics.registry.metrics(), config.metricsPort);
    }
    if (working) {
      const { mode, timetable, settingsDigest: settings, review } = config;
      startWorking(await createAbout({ mode, timeZone: timetable.timeZone, settings, keys: {}, review }));
    }
    return publicUrl();
  }

  function startWorking(about: SoftwareKeeping['about']): void {
    const measuring = openMeasuring(workerDb);
    const exposures = createExposureKeeping(workerDb, measuring);
    /** What asks the one thread with the books of draws. */
    const measured = [
      startBackground(exposures.works, log),
      startBackground([{ name: 'keeping figures', step: () => catchUp(measuring), everyMs: figuresEveryMs }], log),
      startCapWatch({ db: workerDb, log, measuring }),
    ];
    background.push(
      {
        async stop() {
          await Promise.all(measured.map((one) => one.stop()));
          await exposures.stop();
        },
      },
      startDrawWorker({ db: workerDb, plan: { ...plan, daysAhead: config.timetableDays }, beacons, log }),
      startTelling({ db: workerDb, sending: identity.sending, timeZone }, log),
      startSendingMessages(workerDb, {
        sender: createSender(config, push.sender),
        codeKey: config.codeKeys,
        publicUrl,
        log,
      }),
      payments.startSweep(),
      startReconciliation(workerDb, log),
      startBackground([createWatch({ db: workerDb, contacts: config.alarmContacts, log })], log),
      startBackground([createSalesCount({ db: workerDb })], log),
      startBackground([createCare({ db: workerDb, timeZone, acts: config.care })], log),
      startBackground([{ name: 'keeping sums', step: () => keepSums(workerDb, timeZone), everyMs: sumsEveryMs }], log),
      startBackground(
        [createCarryingOut({ db: workerDb, executors: createExecutors({ identity, askProvider: payments.ask }), log })],
        log,
      ),
      startBackground([createAuditKeeping({ db: workerDb, keys, auditorEmail: config.auditorEmail, log })], log),
      startBackground([createSoftwareKeeping({ db: workerDb, process: 'worker', about })], log),
      startBackground([{ name: 'cleaning up', step: cleanUp, everyMs: hourMs }], log),
      startBackground([{ name: 'looking after keys', step: lookAfterKeys, everyMs: hourMs }], log),
      startBackground(
        [
          {
            name: 'keying persons',
            step: createKeying({ ...identity, db: workerDb }),
            everyMs: hourMs,
            retryMs: 60_000,
          },
        ],
        log,
      ),
      startBackground(
        [
          {
            name: 'asking the register of exclusions',
            step: () => askAgain({ ...identity, db: workerDb }),
            everyMs: registerEveryMs,
          },
        ],
        log,
      ),
    );
    if (provider.startParty) background.push(provider.startParty());
  }

  async function catchUp(measuring: Measuring): Promise<boolean> {
    await keepFigures(workerDb, measuring);
    return false;
  }

  /** Makes former keys dispensable, and says of each whether it is by now. */
  async function lookAfterKeys(stopping: AbortSignal): Promise<boolean> {
    const { copied, unreadable } = await copySalts(workerDb, keys, stopping);
    if (copied > 0) log.info({ draws: copied }, 'the salts of older draws no longer need SEED_KEY');
    if (unreadable > 0) {
      log.error({ draws: unreadable }, 'no receipts for the tickets of these draws: SEED_KEY_FORMER lacks their key');
    }
    for (const { setting, name, draws } of await readFormerKeys(workerDb, keys)) {
      log.info({ setting, key: name, draws }, draws > 0 ? 'draws still need a former key' : 'a former key may go');
    }
    const parties = await sealParties(workerDb, config.partyKeys, stopping);
    if (parties > 0) log.info({ payments: parties }, 'who these payments are about is sealed now');
    // What a former key may seal, with the lines of the log about it.
    const underOwnKeys = [
      {
        work: () => sealFactorsAnew(workerDb, config.factorKeys, stopping),
        counts: 'apps',
        done: 'secrets of authenticator apps no longer need FACTOR_KEY_FORMER',
        failed: 'secrets of authenticator apps cannot be opened',
      },
      {
        work: () => sealDocumentKeysAnew(workerDb, config.documents, stopping),
        counts: 'clients',
        done: 'identity documents no longer need DOCUMENT_KEY_FORMER',
        failed: 'identity documents cannot be opened',
      },
      {
        work: () => sealPartyKeysAnew(workerDb, config.partyKeys, stopping),
        counts: 'clients',
        done: 'keys of clients no longer need PARTY_KEY_FORMER',
        failed: 'keys of clients cannot be opened',
      },
    ];
    for (const { work, counts, done, failed } of underOwnKeys) {
      const { sealed, unreadable } = await work();
      if (sealed > 0) log.info({ [counts]: sealed }, done);
      if (unreadable > 0) log.error({ [counts]: unreadable }, failed);
    }
    return false;
  }

  async function cleanUp(): Promise<boolean> {
    await removeExpired(workerDb);
    await removeOldMessages(workerDb);
    await removeOldNotices(workerDb);
    await keepSecurityEvents(workerDb);
    await keepWebhooks(workerDb);
    await eraseClosed(workerDb);
    await forgetOldParties(workerDb, config.retentionYears);
    await workerDb.query('select console.remove_people_files()');
    await workerDb.query('select remove_old_exposures()');
    await workerDb.query('select remove_old_exposure_looks()');
    return false;
  }

  async function stop(replaced = false): Promise<void> {
    stopping = !replaced;
    stream.close();
    await clientStream.close();
    await news.close();
    await http.close();
    await intake.drain();
    await Promise.all(background.map((one) => one.stop()));
    metricsServer?.close();
    await payments.drain();
    await security.drain();
    await identity.breachedPasswords?.close();
    clock.stop();
    await authenticator.stop();
    await tracing?.stop();
  }

  const readMetrics = async () => (await metrics?.registry.metrics()) ?? '';

  return { http, forget: authenticator.forget, listen, stop, readMetrics };
}

/** Push messages leave in a demonstration too: the demo inbox has none. */
function createSender({ messages }: Config, push: Sender | null): Sender {
  const pushOrNone = push ?? noPush;
  if (messages.kind === 'outbox') return sendByChannel({ sms: outboxSender, email: outboxSender, push: pushOrNone });
  if (messages.kind === 'sent elsewhere') throw new Error('only a process that works sends messages');
  return sendByChannel({
    email: createSmtpSender({ ...messages.smtp, subject: 'Izi' }),
    sms: createAfricasTalkingSender(messages.africasTalking),
    push: pushOrNone,
  });
}

/** Of a site whose PUSH_KEY was taken away: what waits is given up. */
const noPush: Sender = () => Promise.reject(new Undeliverable('this site has no PUSH_KEY'));
