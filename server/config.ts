import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { quicknet, quicknetRelays, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { refusedInDemo, refusedInProduction } from './mode-settings.ts';
import { openKeyRing, type KeyRing } from './keys/key-ring.ts';
import {
  cinetPayAccount,
  key,
  secretSettings,
  settings,
  thisMachine,
  waveAccount,
  type PaymentAccountId,
  type Settings,
} from './settings.ts';
import { operatorLimits } from './payments/limits.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Errors in the settings, one line each, for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings from environment variables and fills in defaults.
 *
 * @param makeSecret gives a secret that is kept in the data folder; demo mode uses it where none is set
 * @throws ConfigError naming every setting that is wrong or that this mode refuses
 */
export function readConfig(environment: Environment, makeSecret: (name: string) => string) {
  const given = parse(environment);
  const production = given.MODE === 'production';
  const refused = production ? refusedInProduction(given) : refusedInDemo(given);
  if (refused.length > 0) throw new ConfigError(refused.join('\n'));

  const everyMinutes = given.DRAW_EVERY_MINUTES ?? (production ? 5 : 1);
  const closeSecondsBefore = given.SALES_CLOSE_SECONDS_BEFORE ?? (everyMinutes === 1 ? 10 : 30);
  if (closeSecondsBefore >= everyMinutes * 60) {
    throw new ConfigError(`SALES_CLOSE_SECONDS_BEFORE must be shorter than the ${everyMinutes} minutes between draws`);
  }
  const port = given.PORT ?? 3_000;
  // In a demonstration many clients have one name and one birth date, and any of them may exclude themselves.
  const comparesPersons = (given.ONE_PERSON ?? (production ? 'on' : 'off')) === 'on';
  const roles: readonly Role[] =
    given.ROLES ?? (production ? ['web', 'worker'] : ['web', 'worker', 'console', 'machine']);
  const askedProcesses = given.WEB_PROCESSES ?? (production ? availableParallelism() : 1);
  const webProcesses = roles.includes('web') ? askedProcesses : 1;
  // In a demonstration beside the site. With PORT=0 the system chooses both.
  const consolePort = given.CONSOLE_PORT ?? (production ? undefined : port === 0 ? 0 : port + 1);
  if (roles.includes('console') && consolePort === undefined) {
    throw new ConfigError('ROLES has console, and CONSOLE_PORT is not set');
  }
  // The listener for programs with a key. In a demonstration beside the console.
  const machinePort = given.MACHINE_PORT ?? (production ? undefined : port === 0 ? 0 : port + 2);
  if (roles.includes('machine') && machinePort === undefined) {
    throw new ConfigError('ROLES has machine, and MACHINE_PORT is not set');
  }
  // The console and what programs read handle no draw, payment or player, so they make no keys for them.
  const generatedSecret = isAlone(roles, 'console') || isAlone(roles, 'machine') ? () => unused : makeSecret;
  const personKey = given.PERSON_KEY ?? readKey(generatedSecret('person-key'));

  return {
    /** SHA-256 over the names and texts of all settings that were given, in hex. */
    settingsDigest: digestSettings(environment),
    mode: given.MODE ?? 'demo',
    roles,
    /** The number of processes that answer calls. With more than one, a supervisor starts them. */
    webProcesses,
    host: given.HOST ?? (production ? '0.0.0.0' : 'localhost'),
    port,
    /** Undefined: the address the server listens on. */
    publicUrl: given.PUBLIC_URL,
    defaultLocale: given.DEFAULT_LOCALE ?? 'en',
    trustProxy: given.TRUST_PROXY === undefined || given.TRUST_PROXY === 'none' ? false : given.TRUST_PROXY,
    /** The port and the address on which this process shows its metrics to whoever reaches it; without a port it shows none. */
    metricsPort: given.METRICS_PORT,
    metricsHost: given.METRICS_HOST ?? loopback,
    /** Undefined: no traces. */
    tracing:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
            service: given.OTEL_SERVICE_NAME ?? 'izi',
            share: given.OTEL_TRACES_SAMPLER_ARG ?? 0.01,
          },
    /** The port on which this process serves the operators; undefined where it does not. */
    consolePort: roles.includes('console') ? consolePort : undefined,
    /** The address on which it listens for them. */
    consoleHost: given.CONSOLE_HOST ?? loopback,
    /** Whether that port was set. Otherwise the site starts without a console if the port is taken. */
    consolePortGiven: given.CONSOLE_PORT !== undefined,
    /** Where operators reach the console; undefined: at `localhost` and its port. Passkeys belong to its host. */
    consoleUrl: given.CONSOLE_URL,
    /** The only addresses that the console serves; null: all that reach it. */
    consoleAllow: given.CONSOLE_ALLOW ?? null,
    /** The port on which this process serves programs with a key; undefined where it does not. */
    machinePort: roles.includes('machine') ? machinePort : undefined,
    /** The address on which it listens for them. */
    machineHost: given.MACHINE_HOST ?? loopback,
    /** Whether that port was set. Otherwise a demonstration starts without that listener if the port is taken. */
    machinePortGiven: given.MACHINE_PORT !== undefined,
    logLevel: given.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** Undefined: the embedded database in `dataDir`. */
    databaseUrl: given.DATABASE_URL,
    /** The workers' login, a member of izi_worker. Undefined: the owner of the tables takes on that role. */
    workerDatabaseUrl: given.WORKER_DATABASE_URL,
    /**
     * Only a demonstration has it, and migrates at its start. Undefined: the user of `databaseUrl` owns the tables too.
     */
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    /** The console's login, a member of izi_console. Undefined: the owner of the tables takes on that role. */
    consoleDatabaseUrl: given.CONSOLE_DATABASE_URL,
    /** The login of what programs read, a member of izi_machine. Undefined: the owner of the tables takes on that role. */
    machineDatabaseUrl: given.MACHINE_DATABASE_URL,
    /** The standby that answers reads which may be a little old; undefined: the primary answers them. It has the same logins. */
    databaseReadUrl: given.DATABASE_READ_URL,
    /** How old they may be. */
    mostBehindMs: (given.READ_LAG_SECONDS ?? 2) * 1_000,
    /** For each process: its share of the setting. */
    databaseConnections: connectionsOf(given.DATABASE_CONNECTIONS ?? 20, webProcesses),
    dataDir: given.DATA_DIR ?? './data',
    timetable: { everyMinutes, closeSecondsBefore, timeZone: given.TIME_ZONE ?? 'Africa/Abidjan' },
    timetableDays: given.TIMETABLE_DAYS ?? 7,
    seedKeys: readSeedKeys(given, roles, generatedSecret),
    /** Web processes sign receipts, so every process needs them. */
    operatorKeys: openKeyRing(
      given.OPERATOR_KEY ?? readKey(generatedSecret('operator-key')),
      given.OPERATOR_KEY_FORMER,
    ),
    beacon: readBeacon(given),
    /** How long after its moment a draw waits for its beacon before it is void. */
    beaconPatienceHours: given.BEACON_PATIENCE_HOURS ?? 24,
    rateLimitScale: given.RATE_LIMIT_SCALE ?? (production ? 1 : 100),
    /**
     * The number of connections that one address may hold at a time. Each process counts for itself, so this is its share: all processes of
     * this machine together never allow more.
     */
    ownLimitScale: (given.RATE_LIMIT_SCALE ?? (production ? 1 : 100)) / webProcesses,
    codeKeys: openKeyRing(given.CODE_KEY ?? generatedSecret('code-key'), given.CODE_KEY_FORMER),
    /** The secrets of authenticator apps are sealed with it. */
    factorKeys: openKeyRing(given.FACTOR_KEY ?? readKey(generatedSecret('factor-key')), given.FACTOR_KEY_FORMER),
    /** The keys that seal identity documents, and the key of the HMACs by which they are compared. */
    documents: {
      keys: openKeyRing(given.DOCUMENT_KEY ?? readKey(generatedSecret('document-key')), given.DOCUMENT_KEY_FORMER),
      personKey,
      clamd: given.CLAMD,
    },
    /** Whether the amounts of payments depend on the proof of identity. */
    tiers: (given.TIERS ?? (production ? 'on' : 'off')) === 'on',
    /** Null: clients are not compared with excluded persons. */
    personKey: comparesPersons ? personKey : null,
    /** Whether a sign-in on a new device takes a code by SMS or e-mail where no second factor is set up. */
    newDeviceCode: (given.NEW_DEVICE_CODE ?? (production ? 'on' : 'off')) === 'on',
    /** Optional in a demonstration, because programs that were written against one send no flow. */
    resetFlow: production ? 'required' : 'optional',
    /** In a demonstration a new password and a withdrawal may follow each other at once. */
    coolingOff: (given.COOLING_OFF ?? (production ? 'on' : 'off')) === 'on',
    /** Whether a fresh demonstration begins with a month of invented play. */
    demoMonth: !production && roles.includes('worker') && given.DEMO_MONTH !== 'off',
    /**
     * The most that may be withdrawn in 24 hours without a strong proof. A demonstration asks for one only where a
     * second factor is set up.
     */
    proofOver: { amount: given.PROOF_OVER ?? 50_000, forEverybody: production || given.PROOF_OVER !== undefined },
    /** Whether the worker acts on strong signs that play harms somebody. In a demonstration it only shows them. */
    care: (given.CARE ?? (production ? 'on' : 'off')) === 'on',
    /**
     * How many seconds a drawn draw waits for the second opinion; null: it does not. Undefined: as the database says. Only the owner of
     * the tables can tell the database.
     */
    opinionWaitSeconds: opinionWaitOf(given),
    /**
     * The rules by which an operator reviews withdrawals before they are sent; null: none. A demonstration has nobody
     * to review them.
     */
    review: (given.REVIEW ?? (production ? 'on' : 'off')) === 'on' ? readReviewRules(given) : null,
    /** Seals the keys of clients, under which the parties of their payments are sealed. */
    partyKeys: openKeyRing(given.PARTY_KEY ?? readKey(generatedSecret('party-key')), given.PARTY_KEY_FORMER),
    /** How many years after an erasure the parties of a client's payments are erased too. */
    retentionYears: given.RETENTION_YEARS ?? 10,
    /** The address that gets each signed head of the operators' audit; undefined: none. */
    auditorEmail: given.AUDITOR_EMAIL,
    /** E-mail addresses and phones that get each new alarm. */
    alarmContacts: given.ALARM_CONTACTS ?? [],
    /** E-mail addresses that get the business of each day in the morning. */
    reportContacts: given.REPORT_CONTACTS ?? [],
    /** Undefined: only our own list of leaked passwords. */
    breachedPasswordsFile: given.BREACHED_PASSWORDS_FILE,
    messages: readMessages(given, roles),
    /** The most that messages may cost, in francs. */
    messageBudget: {
      hour: given.SMS_BUDGET?.[0] ?? 100_000,
      day: given.SMS_BUDGET?.[1] ?? 1_000_000,
      smsPrice: given.SMS_PRICE ?? 25,
    },
    /** Undefined: push is off. A demonstration has a key of its own. */
    pushKey: given.PUSH_KEY ?? (production ? undefined : readKey(generatedSecret('push-key'))),
    /** The services to which push messages may be sent; undefined: those of the usual browsers. */
    pushHosts: given.PUSH_HOSTS,
    /** Webhooks to programs of others. Without a key nothing does. */
    webhooks: {
      key: given.WEBHOOK_KEY ?? (production ? undefined : readKey(generatedSecret('webhook-key'))),
      /** The only hosts that are sent to. A demonstration sends to this machine. */
      hosts: given.WEBHOOK_HOSTS ?? (production ? [] : [thisMachine]),
    },
    /** Undefined: only our own codes confirm phones. */
    firebase: readFirebase(given),
    payments: readPayments(given, generatedSecret),
  } as const;
}

/**
 * The settings of `npm run migrate`, which is started with the owner's login and none of the keys.
 *
 * @throws ConfigError
 */
export function readMigration(environment: Environment) {
  const names = [
    'MODE',
    'BEACON',
    'BEACON_CHAIN',
    'BEACON_PUBLIC_KEY',
    'BEACON_GENESIS',
    'BEACON_PERIOD',
    'SECOND_OPINION',
    'SECOND_OPINION_WAIT_SECONDS',
  ] as const;
  const given = parse(Object.fromEntries(names.map((name) => [name, environment[name]])));
  // A database belongs to a mode for good, so it is not guessed.
  if (given.MODE === undefined)
    throw new ConfigError('MODE is not set: a database belongs to a demo or to a production');
  return { mode: given.MODE, beacon: readBeacon(given), opinionWaitSeconds: opinionWaitOf(given) };
}

function opinionWaitOf({ SECOND_OPINION, SECOND_OPINION_WAIT_SECONDS }: Settings): number | null | undefined {
  if (SECOND_OPINION === undefined) return undefined;
  return SECOND_OPINION === 'on' ? (SECOND_OPINION_WAIT_SECONDS ?? 60) : null;
}

/** However many processes share them: two for the statements of bets, two that wait for the lock of a wallet, two for reads. */
const fewestConnections = 6;

function connectionsOf(all: number, processes: number): number {
  return processes === 1 ? all : Math.max(fewestConnections, Math.floor(all / processes));
}

const loopback = '127.0.0.1';

/** The tasks of a process. */
type Role = 'web' | 'worker' | 'console' | 'machine';

/** Whether a process has this role and does nothing else: in production the console, and what programs read. */
export function isAlone(roles: readonly Role[], role: Role): boolean {
  return roles.length === 1 && roles[0] === role;
}

/** In place of a secret that a process has no use for: 32 bytes in hex. */
const unused = '0'.repeat(64);

function parse(environment: Environment): Settings {
  const wrong: string[] = [];
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settings)) {
    const value = isSecret(name) ? readSecret(name, environment) : environment[name];
    if (value === undefined || value.trim() === '') continue;
    const result = v.safeParse(schema, value);
    if (result.success) given[name] = result.output;
    // The value may be a secret, so the message says only what is expected.
    else wrong.push(`${name} must be ${result.issues[0].message}`);
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return given;
}

function digestSettings(environment: Environment): string {
  const given = Object.keys(settings)
    .toSorted()
    .map((name) => [name, (isSecret(name) ? readSecret(name, environment) : environment[name])?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return createHash('sha256').update(JSON.stringify(given)).digest('hex');
}

/**
 * The text of a secret, from its variable or from the file that `<name>_FILE` names; empty where neither is set.
 *
 * @throws ConfigError when both are set, or the file cannot be read
 */
export function readSecret(name: (typeof secretSettings)[number], environment: Environment): string {
  const value = environment[name]?.trim() ?? '';
  const path = environment[`${name}_FILE`]?.trim();
  if (!path) return value;
  if (value) throw new ConfigError(`${name} and ${name}_FILE are both set`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name}_FILE names a file that cannot be read (${code})`);
  }
}

/**
 * The keys of one purpose, for a command that needs no other setting; null where the setting is missing.
 *
 * @throws ConfigError
 */
export function readKeyRing(name: 'PARTY_KEY', environment: Environment): KeyRing | null {
  const names = [name, `${name}_FORMER`] as const;
  const given = parse(Object.fromEntries(names.map((each) => [each, readSecret(each, environment)])));
  return given[name] === undefined ? null : openKeyRing(given[name], given[`${name}_FORMER`]);
}

/**
 * One key, for a command that needs no other setting.
 *
 * @throws ConfigError
 */
export function readOneKey(name: 'WEBHOOK_KEY', environment: Environment): Buffer {
  return required(parse({ [name]: readSecret(name, environment) })[name], name);
}

function isSecret(name: string): name is (typeof secretSettings)[number] {
  return (secretSettings as readonly string[]).includes(name);
}

function readKey(encoded: string): Buffer {
  return v.parse(key, encoded);
}

/** Null in a web process without it: such a process neither makes, seals nor draws a draw. */
function readSeedKeys(given: Settings, roles: readonly string[], generatedSecret: (name: string) => string) {
  const current = given.SEED_KEY ?? (roles.includes('worker') ? readKey(generatedSecret('seed-key')) : undefined);
  return current === undefined ? null : openKeyRing(current, given.SEED_KEY_FORMER);
}

/** The beacon of new draws; null for operator-trusted draws. */
function readBeacon(given: Settings): { chain: BeaconChain; urls: readonly string[] } | null {
  if (given.BEACON !== 'drand') return null;
  if (given.BEACON_CHAIN === undefined) return { chain: quicknet, urls: given.BEACON_URLS ?? quicknetRelays };
  return {
    chain: {
      hash: given.BEACON_CHAIN,
      publicKey: required(given.BEACON_PUBLIC_KEY, 'BEACON_PUBLIC_KEY'),
      genesis: required(given.BEACON_GENESIS, 'BEACON_GENESIS'),
      period: required(given.BEACON_PERIOD, 'BEACON_PERIOD'),
    },
    urls: given.BEACON_URLS ?? quicknetRelays,
  };
}

function readMessages(given: Settings, roles: readonly string[]) {
  if (given.MESSAGES !== 'live') return { kind: 'outbox' } as const;
  // Processes that work send them, and alone hold what that takes.
  if (!roles.includes('worker')) return { kind: 'sent elsewhere' } as const;
  const { SMTP_URL, MAIL_FROM, AFRICAS_TALKING_USERNAME, AFRICAS_TALKING_API_KEY } = given;
  return {
    kind: 'live',
    smtp: { url: required(SMTP_URL, 'SMTP_URL'), from: required(MAIL_FROM, 'MAIL_FROM') },
    africasTalking: {
      username: required(AFRICAS_TALKING_USERNAME, 'AFRICAS_TALKING_USERNAME'),
      apiKey: required(AFRICAS_TALKING_API_KEY, 'AFRICAS_TALKING_API_KEY'),
      ...(given.AFRICAS_TALKING_FROM !== undefined && { from: given.AFRICAS_TALKING_FROM }),
      ...(given.AFRICAS_TALKING_URL !== undefined && { baseUrl: given.AFRICAS_TALKING_URL }),
    },
  } as const;
}

function readFirebase(given: Settings) {
  const { FIREBASE_PROJECT, FIREBASE_API_KEY, FIREBASE_AUTH_EMULATOR_HOST } = given;
  if (FIREBASE_PROJECT === undefined) {
    if (FIREBASE_API_KEY === undefined && FIREBASE_AUTH_EMULATOR_HOST === undefined) return undefined;
    throw new ConfigError('FIREBASE_PROJECT is not set, which the other settings of Firebase belong to');
  }
  return {
    project: FIREBASE_PROJECT,
    /** Undefined: the web app offers no code of Firebase, and tokens come from other apps. */
    apiKey: FIREBASE_API_KEY,
    /** The origin of Firebase's emulator, whose tokens nobody signs; null: Firebase itself. Production has none. */
    emulator: FIREBASE_AUTH_EMULATOR_HOST === undefined ? null : `http://${FIREBASE_AUTH_EMULATOR_HOST}`,
  };
}

export type PaymentAccount = ReturnType<typeof readAccount>;

function readPayments(given: Settings, generatedSecret: (name: string) => string) {
  const names = given.PAYMENTS ?? ['sandbox'];
  if (new Set(names).size < names.length) throw new ConfigError('PAYMENTS names an account twice');
  const routes = given.PAYMENT_ROUTES ?? null;
  const strange = routes
    ?.flatMap(({ accounts }) => accounts)
    .find((account) => !names.some((name) => name === account));
  if (strange !== undefined) throw new ConfigError(`PAYMENT_ROUTES names ${strange}, which is not in PAYMENTS`);
  return {
    expireMinutes: given.PAYMENT_EXPIRE_MINUTES ?? 60,
    withdrawable: given.WITHDRAWABLE ?? (['win'] as const),
    /** There is an alarm where a wallet that withdrawals are paid from holds less. */
    floatLow: given.FLOAT_LOW ?? operatorLimits.withdrawal.max,
    /** The accounts at providers, in the order in which they are tried where no route says another. */
    accounts: names.map((name) => readAccount(name, given, generatedSecret)),
    /** The first version of the routes; null: each account carries all that it offers. */
    routes,
  };
}

function readAccount(id: PaymentAccountId, given: Settings, generatedSecret: (name: string) => string) {
  switch (id) {
    case 'sandbox':
      return { id, provider: 'sandbox', secret: given.SANDBOX_SECRET ?? generatedSecret('sandbox-secret') } as const;
    case 'fedapay':
      return {
        id,
        provider: 'fedapay',
        /** Undefined: the provider's own address. */
        apiUrl: given.FEDAPAY_URL,
        secretKey: required(given.FEDAPAY_SECRET_KEY, 'FEDAPAY_SECRET_KEY'),
        webhookSecret: required(given.FEDAPAY_WEBHOOK_SECRET, 'FEDAPAY_WEBHOOK_SECRET'),
        customerDomain: required(given.FEDAPAY_CUSTOMER_DOMAIN, 'FEDAPAY_CUSTOMER_DOMAIN'),
      } as const;
    case 'pawapay':
      return {
        id,
        provider: 'pawapay',
        apiUrl: given.PAWAPAY_URL,
        token: required(given.PAWAPAY_TOKEN, 'PAWAPAY_TOKEN'),
      } as const;
    case 'wave_ci':
    case 'wave_sn': {
      const { country, keyName, secretName } = waveAccount(id);
      return {
        id,
        provider: 'wave',
        apiUrl: given.WAVE_URL,
        country,
        key: required(given[keyName], keyName),
        webhookSecret: required(given[secretName], secretName),
        merchant: given.WAVE_MERCHANT,
      } as const;
    }
    default: {
      const { country, keyName, passwordName } = cinetPayAccount(id);
      return {
        id,
        provider: 'cinetpay',
        apiUrl: given.CINETPAY_URL,
        country: country ?? given.CINETPAY_COUNTRY ?? 'CI',
        customerDomain: given.CINETPAY_CUSTOMER_DOMAIN,
        apiKey: required(given[keyName], keyName),
        apiPassword: required(given[passwordName], passwordName),
      } as const;
    }
  }
}

function readReviewRules(given: Settings) {
  return {
    over: given.REVIEW_OVER ?? 300_000,
    dayOver: given.REVIEW_DAY_OVER ?? 500_000,
    phoneDays: given.REVIEW_PHONE_DAYS ?? 3,
    firstOver: given.REVIEW_FIRST_OVER ?? 50_000,
    playedPercent: given.REVIEW_PLAYED_PERCENT ?? 30,
    hours: given.REVIEW_HOURS ?? 24,
  };
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ConfigError(`${name} is not set`);
  return value;
}
