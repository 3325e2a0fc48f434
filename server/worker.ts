import type { Database } from '#database/connect.ts';
import { startBackground, type Background, type OnDue, type Work } from './background/background.ts';
import { createDueWatch } from './background/due-watch.ts';
import { createSessionWatch } from './background/watch-sessions.ts';
import { createCare } from './care/care.ts';
import { ConfigError, type Config } from './config.ts';
import { startDrawWorker } from './draws/life/draw-worker.ts';
import { fillTimetable } from './draws/life/fill-timetable.ts';
import { createExposureKeeping } from './exposure/keep-exposures.ts';
import { openMeasuring } from './exposure/measuring.ts';
import { startCapWatch } from './exposure/watch-caps.ts';
import { readFormerKeys } from './fair-draw/check-keys.ts';
import { findBeacons, refuseBeacon } from './fair-draw/find-beacons.ts';
import { keepFigures } from './figures/keep-figures.ts';
import { keepSecurityEvents, removeExpired } from './identity/clean-up.ts';
import { sealDocumentKeysAnew } from './identity/documents/document-keys.ts';
import { sealFactorsAnew } from './identity/factors/factor-keys.ts';
import { askAgain } from './identity/persons/ask-register.ts';
import { createKeying } from './identity/persons/person-keys.ts';
import { eraseClosed } from './identity/profile/closing.ts';
import { createAfricasTalkingSender } from './messages/africas-talking.ts';
import { removeOldMessages, startSendingMessages } from './messages/send-messages.ts';
import { outboxSender, sendByChannel, Undeliverable, type Sender } from './messages/sender.ts';
import { createSmtpSender } from './messages/smtp.ts';
import { removeOldNotices, startTelling } from './notices/tell.ts';
import { createAbout } from './operator-work/about.ts';
import { createCarryingOut } from './operator-work/carry-out.ts';
import { createExecutors } from './operator-work/executors.ts';
import { createAuditKeeping } from './operator-work/keep-audit.ts';
import { createMorningReport } from './operator-work/morning-report.ts';
import { createSoftwareKeeping } from './operator-work/keep-software.ts';
import { addAlarmGauges } from './operator-work/metrics.ts';
import { createSalesCount, createWatch } from './operator-work/watch.ts';
import { createAccountKeeping } from './payments/keep-accounts.ts';
import { sealPartyKeysAnew } from './payments/party/party-keys.ts';
import { forgetOldParties, sealParties } from './payments/party/seal-parties.ts';
import { startSandbox } from './payments/sandbox/sandbox.ts';
import { keepWebhooks } from './payments/webhook.ts';
import { keepSums } from './reconciliation/kept-sums.ts';
import { startReconciliation } from './reconciliation/worker.ts';
import type { Services } from './services.ts';
import { createDifferenceCount, createStatementReading } from './statements/read-statements.ts';
import { sealStatementKeysAnew } from './statements/statement-keys.ts';
import { startSendingWebhooks } from './webhooks/send-webhooks.ts';

/** A demonstration's month of play, which is invented before the work begins, while the site is already up. */
export interface Past {
  readonly isMissing: () => Promise<boolean>;
  /** Resolves when the worker may begin, soon after the signal at the latest. */
  readonly make: (signal?: AbortSignal) => Promise<void>;
}

export interface WorkerOptions {
  /** Given to a demonstration that may start for the first time. */
  readonly past?: Past;
  /** One connection for the watch over the database's sessions; by default it shares those of `workerDb`. */
  readonly watchDb?: Database;
  /** Removes a client's sessions from the cache of this process. */
  readonly forget: (clientId: number) => void;
}

/** Runs draws and payments, sends messages, and watches. Any number of processes may work at the same time. */
interface Worker {
  /**
   * Checks the settings against the database, and makes the draws of the next hour.
   *
   * @throws ConfigError when the settings do not belong to this database
   */
  begin(): Promise<void>;
  /** Starts all work, after `begin`. */
  start(): Promise<void>;
  /** Resolves when the steps under way have ended. */
  stop(): Promise<void>;
}

/** How long the first draw is on sale at least while the past is made, and how long before it closes the worker begins. */
const firstSaleMs = 60_000;
const beforeFirstSealMs = 5_000;
/** The work begins after this time at the latest. */
const longestPastMs = 300_000;

const registerEveryMs = 15_000;
const sumsEveryMs = 15_000;
/** With many draws behind, as after a demonstration's month was invented, the pauses leave the processor to others. */
const figuresEveryMs = 2_000;
const hourMs = 60 * 60 * 1_000;

/** Nothing works yet. */
export function createWorker(services: Services, { past, watchDb, forget }: WorkerOptions): Worker {
  const { config, db, workerDb, log, keys, news, identity, push, payments } = services;
  const { timeZone } = config.timetable;
  const plan = {
    timetable: config.timetable,
    keys,
    chain: config.beacon?.chain ?? null,
    patienceHours: config.beaconPatienceHours,
  };
  let beacons: Awaited<ReturnType<typeof findBeacons>>['beacons'] = [];
  let isPastMissing = false;
  const background: Background[] = [];
  const due = createDueWatch(workerDb);

  async function begin(): Promise<void> {
    const refusal = config.beacon ? await refuseBeacon(workerDb, config.beacon.chain) : null;
    if (refusal !== null) throw new ConfigError(refusal);
    const { unknownChain, ...found } = await findBeacons(db, config.beacon);
    if (unknownChain) {
      throw new ConfigError(
        `BEACON_CHAIN is not ${unknownChain}, for whose values draws wait: they would be called off. Set that chain and its key until they are drawn`,
      );
    }
    beacons = found.beacons;
    // The first players find the draws of the next hour; the days ahead are filled in the background.
    isPastMissing = past !== undefined && (await past.isMissing());
    await fillTimetable(workerDb, { ...plan, daysAhead: 1 / 24, onSaleFor: isPastMissing ? firstSaleMs : 0 });
  }

  async function start(): Promise<void> {
    const { mode, settingsDigest: settings, review } = config;
    const about = await createAbout({ mode, timeZone, settings, keys: {}, review });
    const startAll = () => {
      run(due.work);
      startMeasuring();
      startDraws();
      startPayments();
      startMessages();
      startWebhooks();
      startWorkForOperators(about);
      startUpkeep();
    };
    if (past !== undefined && isPastMissing) {
      background.push(startAfter(past, await findTimeForPast(workerDb), startAll));
    } else startAll();
  }

  function run(work: Work, onDue?: OnDue): void {
    background.push(startBackground([work], log, onDue));
  }

  /** Starts what asks the one thread with the books of draws. */
  function startMeasuring(): void {
    const measuring = openMeasuring(workerDb);
    const exposures = createExposureKeeping(workerDb, measuring);
    const keepAllFigures = async () => {
      await keepFigures(workerDb, measuring);
      return false;
    };
    const measured = [
      startBackground(exposures.works, log, due.when('exposures')),
      startBackground([{ name: 'keeping figures', step: keepAllFigures, everyMs: figuresEveryMs }], log),
      startCapWatch({ db: workerDb, log, measuring }, due.when('caps')),
    ];
    background.push({
      async stop() {
        await Promise.all(measured.map((one) => one.stop()));
        await exposures.stop();
      },
    });
  }

  function startDraws(): void {
    const planAhead = { ...plan, daysAhead: config.timetableDays };
    background.push(startDrawWorker({ db: workerDb, plan: planAhead, beacons, news, onDue: due.when('draws'), log }));
  }

  function startPayments(): void {
    background.push(payments.startSweep(due.when('payments')), startReconciliation(workerDb, log));
    run({ name: 'keeping sums', step: () => keepSums(workerDb, timeZone), everyMs: sumsEveryMs });
    run(createAccountKeeping(workerDb, services.providers, config.payments.floatLow));
    if (services.sandbox) background.push(startSandbox(services.sandbox, due.when('sandbox')));
  }

  function startMessages(): void {
    const sender = createSender(config, push.sender);
    const { codeKeys: codeKey } = config;
    const { publicUrl } = services.address;
    background.push(
      startTelling({ db: workerDb, sending: identity.sending, timeZone }, log, due.when('notices')),
      startSendingMessages(workerDb, { sender, codeKey, publicUrl, log }, due.when('messages')),
    );
  }

  function startWebhooks(): void {
    const { key, hosts } = config.webhooks;
    if (key !== undefined) background.push(startSendingWebhooks(workerDb, { key, hosts, log }, due.when('webhooks')));
  }

  function startWorkForOperators(about: Awaited<ReturnType<typeof createAbout>>): void {
    const executors = createExecutors({
      identity: { ...identity, forget },
      askProvider: payments.ask,
      webhookKey: config.webhooks.key,
    });
    run(createCarryingOut({ db: workerDb, executors, log }), due.when('requests'));
    run(createStatementReading({ db: workerDb, documents: config.documents }), due.when('statements'));
    run(createDifferenceCount({ db: workerDb }));
    run(createAuditKeeping({ db: workerDb, keys, auditorEmail: config.auditorEmail, log }));
    run(createSoftwareKeeping({ db: workerDb, process: 'worker', about }));
    run(createWatch({ db: workerDb, contacts: config.alarmContacts, log }));
    if (services.metrics) addAlarmGauges(services.metrics.registry, workerDb);
    run(createSalesCount({ db: workerDb, timeZone }));
    if (config.reportContacts.length > 0) {
      run(createMorningReport({ db: workerDb, timeZone, contacts: config.reportContacts }));
    }
    run(createCare({ db: workerDb, timeZone, acts: config.care }));
  }

  function startUpkeep(): void {
    const people = { ...identity, db: workerDb };
    run(createSessionWatch({ db: watchDb ?? workerDb, log }));
    run({ name: 'cleaning up', step: () => cleanUp(services), everyMs: hourMs });
    run({ name: 'looking after keys', step: (stopping) => lookAfterKeys(services, stopping), everyMs: hourMs });
    run({ name: 'keying persons', step: createKeying(people), everyMs: hourMs, retryMs: 60_000 });
    run({ name: 'asking the register of exclusions', step: () => askAgain(people), everyMs: registerEveryMs });
  }

  return {
    begin,
    start,
    stop: async () => void (await Promise.all(background.map((one) => one.stop()))),
  };
}

/** How long the past may take, in milliseconds, so that no draw waits for it: not even one of an earlier start that was broken off. */
async function findTimeForPast(workerDb: Database): Promise<number> {
  const [row] = await workerDb.query<{ ms: number | null }>(
    'select floor(extract(epoch from min(closes_at) - clock_timestamp()) * 1000)::float8 as ms from draw where sealed_at is null',
  );
  return Math.min(Math.max((row?.ms ?? 0) - beforeFirstSealMs, 0), longestPastMs);
}

/** Makes the past within so many milliseconds, then begins the work. */
function startAfter({ make }: Past, withinMs: number, begin: () => void): Background {
  const stopped = new AbortController();
  const made = makeAndBegin(AbortSignal.any([stopped.signal, AbortSignal.timeout(withinMs)]));
  async function makeAndBegin(signal: AbortSignal): Promise<void> {
    await make(signal);
    if (!stopped.signal.aborted) begin();
  }
  return {
    async stop() {
      stopped.abort();
      await made;
    },
  };
}

/** Push messages leave in a demonstration too: the demo inbox has none. */
function createSender({ messages }: Config, push: Sender | null): Sender {
  const pushSender = push ?? noPush;
  if (messages.kind === 'outbox') return sendByChannel({ sms: outboxSender, email: outboxSender, push: pushSender });
  if (messages.kind === 'sent elsewhere') throw new Error('only a worker sends messages');
  return sendByChannel({
    email: createSmtpSender({ ...messages.smtp, subject: 'Izi' }),
    sms: createAfricasTalkingSender(messages.africasTalking),
    push: pushSender,
  });
}

/** The sender of a site whose PUSH_KEY was taken away: push messages in the queue are given up. */
const noPush: Sender = () => Promise.reject(new Undeliverable('this site has no PUSH_KEY'));

/** Makes former keys dispensable, and logs for each whether it still is needed. */
async function lookAfterKeys({ config, workerDb, keys, log }: Services, stopping: AbortSignal): Promise<boolean> {
  for (const { setting, name, draws } of await readFormerKeys(workerDb, keys)) {
    log.info(
      { setting, key: name, draws },
      draws > 0 ? 'draws still need a former key' : 'a former key may be removed',
    );
  }
  const parties = await sealParties(workerDb, config.partyKeys, stopping);
  if (parties > 0) log.info({ payments: parties }, 'the parties of these payments are sealed now');
  // Secrets that a former key may seal, with the lines of the log about them.
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
      work: () => sealStatementKeysAnew(workerDb, config.documents, stopping),
      counts: 'statements',
      done: 'statements of providers no longer need DOCUMENT_KEY_FORMER',
      failed: 'keys of statements of providers cannot be opened',
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

async function cleanUp({ config, workerDb }: Services): Promise<boolean> {
  await removeExpired(workerDb);
  await removeOldMessages(workerDb);
  await removeOldNotices(workerDb);
  await keepSecurityEvents(workerDb);
  await workerDb.query('select keep_months()');
  await keepWebhooks(workerDb);
  await workerDb.query('select remove_old_webhooks()');
  await eraseClosed(workerDb);
  await forgetOldParties(workerDb, config.retentionYears);
  await workerDb.query('select console.remove_people_files()');
  await workerDb.query('select console.remove_broken_uploads()');
  await workerDb.query('select console.remove_old_statement_files()');
  await workerDb.query('select remove_old_exposures()');
  await workerDb.query('select remove_old_exposure_looks()');
  return false;
}
