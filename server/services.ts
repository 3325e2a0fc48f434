import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { StandbyReads } from '#database/standby-reads.ts';
import { ConfigError, type Config, type PaymentAccount } from './config.ts';
import { addDrawMetrics } from './draws/metrics.ts';
import { openDrawNews } from './draws/read/draw-news.ts';
import { refuseKeys } from './fair-draw/check-keys.ts';
import { openDrawKeys } from './fair-draw/draw-keys.ts';
import { addDatabaseMetrics, addStandbyMetrics } from './http/database-metrics.ts';
import { createMetrics } from './http/metrics.ts';
import { createSendingLimits } from './identity/codes/sending-limits.ts';
import { refuseDocumentKeys } from './identity/documents/document-keys.ts';
import { refuseStatementKeys } from './statements/statement-keys.ts';
import { refuseFactorKeys } from './identity/factors/factor-keys.ts';
import { noRegister, type ExclusionRegister } from './identity/persons/exclusion-register.ts';
import { createSecurityLog } from './identity/security-log/security-log.ts';
import { addMessageMetrics } from './messages/metrics.ts';
import { usualPushHosts } from './notices/push/endpoint.ts';
import { createPushSender } from './notices/push/push-sender.ts';
import { openPushIdentity } from './notices/push/vapid.ts';
import { openAdapter } from './open-adapter.ts';
import { addPaymentGauges, addPaymentMetrics } from './payments/metrics.ts';
import { refusePartyKeys } from './payments/party/party-keys.ts';
import { createPayments } from './payments/payments.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { createSandboxProvider } from './payments/sandbox/adapter.ts';
import type { SandboxDeps } from './payments/sandbox/sandbox.ts';
import { addReconciliationMetrics } from './reconciliation/metrics.ts';

export interface ServicesDeps {
  readonly config: Config;
  /** The pool for the calls of players: statements are short. As izi_app in a process that serves them. */
  readonly db: Database;
  /** The pool for reads that may miss what was written a moment ago. Without it, `db` answers them. */
  readonly standby?: StandbyReads;
  /** The pool for work in the background: a statement may take minutes. As izi_worker in a process that works, as izi_app in any other. */
  readonly workerDb: Database;
  readonly log: Logger;
  /** Where this is one of several processes: the label `process` of its metrics, which its supervisor serves. */
  readonly processName?: string;
  /** The national register of self-excluded persons, where there is one. */
  readonly exclusionRegister?: ExclusionRegister;
}

export type Services = Awaited<ReturnType<typeof openServices>>;

/** The services that `web.ts` and `worker.ts` both use. A process that does both opens it once. */
export async function openServices({
  config,
  db,
  standby,
  workerDb,
  log,
  processName,
  exclusionRegister = noRegister,
}: ServicesDeps) {
  const metrics = config.metricsPort === undefined ? undefined : createMetrics();
  if (processName !== undefined) metrics?.registry.setDefaultLabels({ process: processName });
  // Where no endpoint is set, OpenTelemetry is not even loaded.
  const tracing = config.tracing && (await import('./tracing/open-telemetry.ts')).startTracing(config.tracing, log);

  const address = createAddress(config);
  const news = await openDrawNews(db);
  const security = createSecurityLog(db, log);
  /** The part of `Identity` that the worker needs too. */
  const identity = {
    security,
    sending: createSendingLimits({ scale: config.rateLimitScale, budget: config.messageBudget, log }),
    codeKey: config.codeKeys,
    personKey: config.personKey,
    exclusionRegister,
  };
  const { providers, sandbox } = openProviders(config.payments.accounts, address, { db: workerDb, log });
  const payments = createPayments({
    db,
    partyKeys: config.partyKeys,
    providers,
    withdrawable: config.payments.withdrawable,
    tiers: config.tiers,
    payoutRules: { proofOver: config.proofOver, notices: identity },
    reviewRules: config.review,
    timeZone: config.timetable.timeZone,
    expireAfterMs: config.payments.expireMinutes * 60_000,
    publicUrl: address.publicUrl,
    log,
    ...(metrics && { onAlarm: addPaymentMetrics(metrics.registry) }),
  });

  if (metrics) {
    const { registry } = metrics;
    addDatabaseMetrics(registry, { web: db, worker: workerDb });
    if (standby) addStandbyMetrics(registry, standby);
    addReconciliationMetrics(registry, db);
    addDrawMetrics(registry, db);
    addPaymentGauges(registry, db);
    addMessageMetrics(registry, db);
  }

  return {
    config,
    db,
    readDb: standby ?? db,
    workerDb,
    log,
    metrics,
    tracing,
    address,
    keys: openDrawKeys(config.seedKeys, config.operatorKeys),
    news,
    identity,
    push: openPush(config, address, workerDb),
    sandbox,
    providers,
    payments,
    /** Waits for all work that was begun. Call it when neither `web` nor `worker` uses the services any more. */
    async close(): Promise<void> {
      await payments.drain();
      await security.drain();
      await tracing?.stop();
    },
  };
}

/** @throws ConfigError when a key is not the one that this database was written with */
export async function checkKeys({ config, db, workerDb, keys }: Services): Promise<void> {
  const refusal =
    (await refuseKeys(workerDb, keys, config.roles.includes('worker'))) ??
    (await refuseFactorKeys(db, config.factorKeys)) ??
    (await refuseDocumentKeys(db, config.documents)) ??
    // A process that only serves players reads no statement.
    (config.roles.includes('worker') ? await refuseStatementKeys(workerDb, config.documents) : null) ??
    (await refusePartyKeys(db, config.partyKeys));
  if (refusal !== null) throw new ConfigError(refusal);
}

type Address = ReturnType<typeof createAddress>;

/** The addresses of the site. They are functions: with PORT=0 the system chooses the port, when this process listens. */
function createAddress({ port, publicUrl }: Config) {
  let listening = port;
  return {
    listensOn(chosen: number): void {
      listening = chosen;
    },
    /** On this machine. */
    ownUrl: () => `http://127.0.0.1:${listening}`,
    /** Where players reach the site. */
    publicUrl: () => publicUrl ?? `http://localhost:${listening}`,
  };
}

/** Push services reach the operator, if they have to, by the site's own address. */
function openPush({ pushKey, pushHosts }: Config, { publicUrl }: Address, db: Database) {
  const hosts: readonly string[] = pushHosts ?? usualPushHosts;
  if (pushKey === undefined) return { publicKey: null, hosts, sender: null };
  const contact = () => (publicUrl().startsWith('https:') ? publicUrl() : 'mailto:nobody@localhost');
  const own = openPushIdentity(pushKey, contact);
  return { publicKey: own.publicKey, hosts, sender: createPushSender({ db, identity: own, hosts }) };
}

/** The adapter of each account; and for the sandbox its own side, which `web` and `worker` run. */
function openProviders(
  accounts: readonly PaymentAccount[],
  address: Address,
  deps: Pick<SandboxDeps, 'db' | 'log'>,
): { readonly providers: readonly PaymentProvider[]; readonly sandbox?: SandboxDeps } {
  const own = accounts.find((account) => account.provider === 'sandbox');
  const opened = own && openSandbox(own.secret, address, deps);
  return {
    providers: accounts.map((account) => openAdapter(account, address.publicUrl) ?? opened!.adapter),
    ...(opened && { sandbox: opened.sandbox }),
  };
}

/** The sandbox is an external provider that the site itself runs: both sides talk over HTTP. */
function openSandbox(key: string, { ownUrl, publicUrl }: Address, deps: Pick<SandboxDeps, 'db' | 'log'>) {
  const secret = (use: string) => createHmac('sha256', key).update(use).digest('base64url');
  const settings = {
    apiSecret: secret('api'),
    webhookSecret: secret('webhook'),
    apiUrl: ownUrl,
    publicUrl,
    webhookUrl: () => `${ownUrl()}/api/payments/sandbox/webhook`,
  };
  return { adapter: createSandboxProvider(settings), sandbox: { ...deps, settings } };
}
