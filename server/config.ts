import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import * as v from 'valibot';
import { quicknet, quicknetRelays, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { refusedInDemo, refusedInProduction, toldPlayers } from './mode-settings.ts';

/** Validates a setting's text and converts it to its value. */
type Setting = v.GenericSchema<string, unknown>;

const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'not empty'));

function wholeNumber(min: number, max: number) {
  const range = `a whole number from ${min} to ${max}`;
  return v.pipe(text, v.regex(/^\d+$/, range), v.transform(Number), v.minValue(min, range), v.maxValue(max, range));
}

function oneOf<const T extends readonly string[]>(values: T) {
  return v.pipe(text, v.picklist(values, `one of ${values.join(', ')}`));
}

function someOf<const T extends readonly string[]>(values: T) {
  return v.pipe(
    text,
    v.transform((list) => list.split(',').map((item) => item.trim())),
    v.array(v.picklist(values, `some of ${values.join(', ')}, separated by commas`)),
  );
}

const address = v.pipe(
  text,
  v.url('an address such as https://izi.example'),
  v.transform((url) => url.replace(/\/+$/, '')),
);
const secret = v.pipe(text, v.minLength(32, 'at least 32 characters'));
/** 32 bytes, in hex or base64. */
const key = v.pipe(
  text,
  v.transform((encoded) => Buffer.from(encoded, /^[0-9a-f]{64}$/i.test(encoded) ? 'hex' : 'base64')),
  v.check((bytes) => bytes.length === 32, '32 bytes in hex or base64'),
);
function hex(bytes: number) {
  return v.pipe(
    text,
    v.regex(/^([0-9a-f]{2})+$/i, `${bytes} bytes in hex`),
    v.transform((encoded) => Uint8Array.from(Buffer.from(encoded, 'hex'))),
    v.check((decoded) => decoded.length === bytes, `${bytes} bytes in hex`),
  );
}
const addresses = v.pipe(
  text,
  v.transform((list) => list.split(',')),
  v.array(address, 'addresses such as https://api.drand.sh, separated by commas'),
);
/** `none`, or proxies as Fastify takes them: addresses, ranges, or names of ranges. Trusting all is not possible. */
const proxies = v.pipe(
  text,
  v.check(
    (list) => list === 'none' || list.split(',').every((item) => isProxy(item.trim())),
    'none, or addresses and ranges such as loopback, 10.0.0.0/8, separated by commas',
  ),
);
const divisorOf60 = v.pipe(
  wholeNumber(1, 60),
  v.check((minutes) => 60 % minutes === 0, 'a divisor of 60'),
);
const timeZone = v.pipe(text, v.check(isTimeZone, 'an IANA time zone such as Africa/Abidjan'));

function isProxy(item: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(item)) return true;
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** All settings, by the names of their environment variables. `.env.example` explains each. */
const settings = {
  MODE: oneOf(['demo', 'production']),
  ROLES: someOf(['web', 'worker']),
  HOST: text,
  PORT: wholeNumber(0, 65_535),
  PUBLIC_URL: address,
  TRUST_PROXY: proxies,
  METRICS_PORT: wholeNumber(0, 65_535),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
  DATABASE_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\//, 'postgres://…')),
  DATABASE_OWNER_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\//, 'postgres://…')),
  DATABASE_CONNECTIONS: wholeNumber(4, 500),
  DATA_DIR: text,
  TIME_ZONE: timeZone,
  DRAW_EVERY_MINUTES: divisorOf60,
  SALES_CLOSE_SECONDS_BEFORE: wholeNumber(1, 3_000),
  TIMETABLE_DAYS: wholeNumber(1, 60),
  SEED_KEY: key,
  OPERATOR_KEY: key,
  BEACON: oneOf(['none', 'drand']),
  OPERATOR_TRUSTED_DRAWS: v.pipe(text, v.literal(toldPlayers, `"${toldPlayers}"`)),
  BEACON_URLS: addresses,
  BEACON_CHAIN: hex(32),
  BEACON_PUBLIC_KEY: hex(96),
  BEACON_GENESIS: wholeNumber(0, 9_999_999_999),
  BEACON_PERIOD: wholeNumber(1, 3_600),
  BEACON_PATIENCE_HOURS: wholeNumber(1, 8_760),
  RATE_LIMIT_SCALE: wholeNumber(1, 10_000),
  CODE_KEY: secret,
  SMS_BUDGET: v.pipe(
    text,
    v.regex(/^\d{1,9}\/\d{1,9}$/, 'francs an hour and a day, such as 100000/1000000'),
    v.transform((budget) => budget.split('/').map(Number) as [hour: number, day: number]),
  ),
  SMS_PRICE: wholeNumber(1, 1_000),
  MESSAGES: oneOf(['outbox', 'live']),
  SMTP_URL: v.pipe(text, v.regex(/^smtps?:\/\//, 'smtp://… or smtps://…')),
  MAIL_FROM: text,
  AFRICAS_TALKING_USERNAME: text,
  AFRICAS_TALKING_API_KEY: text,
  AFRICAS_TALKING_FROM: text,
  AFRICAS_TALKING_URL: address,
  FIREBASE_PROJECT: v.pipe(text, v.regex(/^[a-z0-9-]{4,40}$/, 'a Firebase project id')),
  PAYMENTS: oneOf(['sandbox', 'fedapay', 'cinetpay']),
  PAYMENT_EXPIRE_MINUTES: wholeNumber(1, 1_440),
  WITHDRAWABLE: someOf(['win', 'dep']),
  SANDBOX_SECRET: secret,
  FEDAPAY_URL: address,
  FEDAPAY_SECRET_KEY: text,
  FEDAPAY_WEBHOOK_SECRET: text,
  CINETPAY_URL: address,
  CINETPAY_API_KEY: text,
  CINETPAY_API_PASSWORD: text,
  CINETPAY_COUNTRY: v.pipe(text, v.regex(/^[A-Z]{2}$/, 'a country code such as CI')),
} satisfies Record<string, Setting>;

/** Settings that may be read from a file: the variable `<name>_FILE` holds its path, as container platforms mount secrets. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SEED_KEY',
  'OPERATOR_KEY',
  'CODE_KEY',
  'SMTP_URL',
  'AFRICAS_TALKING_API_KEY',
  'SANDBOX_SECRET',
  'FEDAPAY_SECRET_KEY',
  'FEDAPAY_WEBHOOK_SECRET',
  'CINETPAY_API_KEY',
  'CINETPAY_API_PASSWORD',
] as const satisfies (keyof typeof settings)[];

type Settings = { readonly [K in keyof typeof settings]?: v.InferOutput<(typeof settings)[K]> };
type Environment = Readonly<Record<string, string | undefined>>;

/** Errors in the settings, one line each, for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings from environment variables and fills in defaults.
 *
 * @param generatedSecret gives a secret that is kept in the data folder; demo mode uses it where none is set
 * @throws ConfigError naming every setting that is wrong or that this mode refuses
 */
export function readConfig(environment: Environment, generatedSecret: (name: string) => string) {
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

  return {
    mode: given.MODE ?? 'demo',
    roles: given.ROLES ?? ['web', 'worker'],
    host: given.HOST ?? (production ? '0.0.0.0' : 'localhost'),
    port,
    /** Undefined: the address the server listens on. */
    publicUrl: given.PUBLIC_URL,
    trustProxy: given.TRUST_PROXY === undefined || given.TRUST_PROXY === 'none' ? false : given.TRUST_PROXY,
    metricsPort: given.METRICS_PORT,
    logLevel: given.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** Undefined: the embedded database in `dataDir`. */
    databaseUrl: given.DATABASE_URL,
    /** Undefined: whoever `databaseUrl` names owns the tables too. */
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    databaseConnections: given.DATABASE_CONNECTIONS ?? 20,
    dataDir: given.DATA_DIR ?? './data',
    timetable: { everyMinutes, closeSecondsBefore, timeZone: given.TIME_ZONE ?? 'Africa/Abidjan' },
    timetableDays: given.TIMETABLE_DAYS ?? 7,
    seedKey: given.SEED_KEY ?? readKey(generatedSecret('seed-key')),
    operatorSecret: given.OPERATOR_KEY ?? readKey(generatedSecret('operator-key')),
    beacon: readBeacon(given),
    /** How long after its moment a draw waits for its beacon before it is void. */
    beaconPatienceHours: given.BEACON_PATIENCE_HOURS ?? 24,
    rateLimitScale: given.RATE_LIMIT_SCALE ?? (production ? 1 : 100),
    codeKey: given.CODE_KEY ?? generatedSecret('code-key'),
    messages: readMessages(given),
    /** What messages may cost, in francs. */
    messageBudget: {
      hour: given.SMS_BUDGET?.[0] ?? 100_000,
      day: given.SMS_BUDGET?.[1] ?? 1_000_000,
      smsPrice: given.SMS_PRICE ?? 25,
    },
    firebaseProject: given.FIREBASE_PROJECT,
    payments: readPayments(given, generatedSecret),
  } as const;
}

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

function isSecret(name: string): name is (typeof secretSettings)[number] {
  return (secretSettings as readonly string[]).includes(name);
}

function readKey(encoded: string): Buffer {
  return v.parse(key, encoded);
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

function readMessages(given: Settings) {
  if (given.MESSAGES !== 'live') return { kind: 'outbox' } as const;
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

function readPayments(given: Settings, generatedSecret: (name: string) => string) {
  const common = {
    expireMinutes: given.PAYMENT_EXPIRE_MINUTES ?? 60,
    withdrawable: given.WITHDRAWABLE ?? (['win'] as const),
  };
  switch (given.PAYMENTS) {
    case 'fedapay':
      return {
        ...common,
        provider: 'fedapay',
        /** Undefined: the provider's own address. */
        apiUrl: given.FEDAPAY_URL,
        secretKey: required(given.FEDAPAY_SECRET_KEY, 'FEDAPAY_SECRET_KEY'),
        webhookSecret: required(given.FEDAPAY_WEBHOOK_SECRET, 'FEDAPAY_WEBHOOK_SECRET'),
      } as const;
    case 'cinetpay':
      return {
        ...common,
        provider: 'cinetpay',
        apiUrl: given.CINETPAY_URL,
        country: given.CINETPAY_COUNTRY ?? 'CI',
        apiKey: required(given.CINETPAY_API_KEY, 'CINETPAY_API_KEY'),
        apiPassword: required(given.CINETPAY_API_PASSWORD, 'CINETPAY_API_PASSWORD'),
      } as const;
    default:
      return {
        ...common,
        provider: 'sandbox',
        secret: given.SANDBOX_SECRET ?? generatedSecret('sandbox-secret'),
      } as const;
  }
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ConfigError(`${name} is not set`);
  return value;
}
