import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { areApart, readRoutes } from '#domain/payment-routes.ts';

/** The only valid value of OPERATOR_TRUSTED_DRAWS. */
export const toldPlayers = 'yes, players are told';

/** The countries of CinetPay, which has an account for each. */
const cinetPayCountries = ['BF', 'BJ', 'CI', 'ML', 'NE', 'SN', 'TG'] as const;
type CinetPayCountry = (typeof cinetPayCountries)[number];

/** The countries in which Wave has accounts for businesses. */
const waveCountries = ['CI', 'SN'] as const;
type WaveCountry = (typeof waveCountries)[number];

/** The accounts at payment providers that a site can have, as they are called in settings and in payments. */
const paymentAccounts = [
  'sandbox',
  'fedapay',
  'cinetpay',
  'pawapay',
  ...waveCountries.map((country) => `wave_${country.toLowerCase() as Lowercase<WaveCountry>}` as const),
  ...cinetPayCountries.map((country) => `cinetpay_${country.toLowerCase() as Lowercase<CinetPayCountry>}` as const),
] as const;

/** The host that stands in WEBHOOK_HOSTS for this machine, in a demonstration and in tests. */
export const thisMachine = 'localhost';

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
/** Passkeys belong to a name. */
const namedAddress = v.pipe(
  address,
  v.check(
    (url) => !URL.canParse(url) || isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) === 0,
    'an address with a name, such as https://console.izi.example',
  ),
);
const secret = v.pipe(text, v.minLength(32, 'at least 32 characters'));
/** 32 bytes, in hex or base64. */
export const key = v.pipe(
  text,
  v.transform((encoded) => Buffer.from(encoded, /^[0-9a-f]{64}$/i.test(encoded) ? 'hex' : 'base64')),
  v.check((bytes) => bytes.length === 32, '32 bytes in hex or base64'),
);
/** Several of a kind, each on a line of its own or with commas between them. */
function listOf<T extends Setting>(item: T, format: string, separator = /[,\n]/) {
  return v.pipe(
    text,
    v.transform((list) =>
      list
        .split(separator)
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    ),
    v.array(item, format),
    v.check((items) => items.length > 0, format),
  );
}
const keys = listOf(key, 'keys of 32 bytes in hex or base64, separated by commas or line breaks');
const secrets = listOf(secret, 'secrets of at least 32 characters, separated by commas or line breaks');
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
/** Hosts, whose first name may be `*`. */
function hostList(form: RegExp) {
  return v.pipe(
    text,
    v.transform((list) => list.split(',').map((host) => host.trim().toLowerCase())),
    v.array(v.pipe(v.string(), v.regex(form, 'hosts such as *.push.apple.com, separated by commas'))),
  );
}
const hosts = hostList(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/);
/** `none`, or proxies as Fastify takes them: addresses, ranges, or names of ranges. Trusting all is not possible. */
const proxies = v.pipe(
  text,
  v.check(
    (list) => list === 'none' || list.split(',').every((item) => isProxy(item.trim())),
    'none, or addresses and ranges such as loopback, 10.0.0.0/8, separated by commas',
  ),
);
/** Addresses and ranges. */
const allowed = v.pipe(
  text,
  v.check(
    (list) => list.split(',').every((item) => isIP(item.trim().split('/')[0]!) !== 0 && isProxy(item.trim())),
    'addresses and ranges such as 10.8.0.0/24, separated by commas',
  ),
  v.transform((list) => {
    const block = new BlockList();
    for (const item of list.split(',')) {
      const [network = '', bits] = item.trim().split('/');
      const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
      if (bits === undefined) block.addAddress(network, family);
      else block.addSubnet(network, Number(bits), family);
    }
    return block;
  }),
);
/** Each of a list's contacts has this form. */
function contacts<Issue extends v.BaseIssue<unknown>>(form: v.BaseValidation<string, string, Issue>) {
  return v.pipe(
    text,
    v.transform((list) => list.split(',').map((contact) => contact.trim())),
    v.array(v.pipe(v.string(), form)),
  );
}
const share = v.pipe(
  text,
  v.regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'a share from 0 to 1, such as 0.01'),
  v.transform(Number),
);
const divisorOf60 = v.pipe(
  wholeNumber(1, 60),
  v.check((minutes) => 60 % minutes === 0, 'a divisor of 60'),
);
const domain = v.pipe(
  text,
  v.toLowerCase(),
  v.regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/, 'a domain such as customers.izi.example'),
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

const routeFormat = 'lines such as “CI wave deposit = pawapay, cinetpay_ci”, with semicolons between them';
/** A network, its direction or both, and the accounts in the order in which they are tried. */
const routes = v.pipe(
  listOf(
    v.pipe(
      text,
      v.transform(readRoutes),
      v.check((found) => found !== null, routeFormat),
      v.transform((found) => found!),
    ),
    routeFormat,
    /[;\n]/,
  ),
  v.transform((lines) => lines.flat()),
  v.check((all) => areApart(all), 'one line for each network and direction'),
);

const cinetPayKeys = Object.fromEntries(
  cinetPayCountries.flatMap((country) => [
    [`CINETPAY_${country}_API_KEY`, text],
    [`CINETPAY_${country}_API_PASSWORD`, text],
  ]),
) as Record<`CINETPAY_${CinetPayCountry}_API_${'KEY' | 'PASSWORD'}`, typeof text>;

const waveKeys = Object.fromEntries(
  waveCountries.flatMap((country) => [
    [`WAVE_${country}_KEY`, text],
    [`WAVE_${country}_WEBHOOK_SECRET`, text],
  ]),
) as Record<`WAVE_${WaveCountry}_${'KEY' | 'WEBHOOK_SECRET'}`, typeof text>;

/** All settings, by the names of their environment variables. `.env.example` explains each. */
export const settings = {
  MODE: oneOf(['demo', 'production']),
  ROLES: someOf(['web', 'worker', 'console', 'machine']),
  WEB_PROCESSES: wholeNumber(1, 64),
  HOST: text,
  PORT: wholeNumber(0, 65_535),
  PUBLIC_URL: address,
  VITE_CONTACT_EMAIL: text,
  VITE_CONTACT_PHONE: text,
  DEFAULT_LOCALE: oneOf(['en', 'fr']),
  TRUST_PROXY: proxies,
  METRICS_PORT: wholeNumber(0, 65_535),
  METRICS_HOST: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_SERVICE_NAME: text,
  OTEL_TRACES_SAMPLER_ARG: share,
  CONSOLE_PORT: wholeNumber(0, 65_535),
  CONSOLE_HOST: text,
  CONSOLE_URL: namedAddress,
  CONSOLE_ALLOW: allowed,
  MACHINE_PORT: wholeNumber(0, 65_535),
  MACHINE_HOST: text,
  AUDITOR_EMAIL: v.pipe(text, v.email('an e-mail address')),
  ALARM_CONTACTS: contacts(
    v.regex(/^(\+\d{8,15}|[^\s@,]+@[^\s@,]+)$/, 'e-mail addresses and phones in E.164, separated by commas'),
  ),
  REPORT_CONTACTS: contacts(v.email('e-mail addresses, separated by commas')),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
  DATABASE_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\//, 'postgres://…')),
  CONSOLE_DATABASE_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\//, 'postgres://…')),
  MACHINE_DATABASE_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\//, 'postgres://…')),
  WORKER_DATABASE_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\//, 'postgres://…')),
  DATABASE_OWNER_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\//, 'postgres://…')),
  DATABASE_READ_URL: v.pipe(text, v.regex(/^postgres(ql)?:\/\/[^@]+$/, 'postgres://… without a user')),
  READ_LAG_SECONDS: wholeNumber(1, 60),
  DATABASE_CONNECTIONS: wholeNumber(4, 500),
  DATA_DIR: text,
  TIME_ZONE: timeZone,
  DRAW_EVERY_MINUTES: divisorOf60,
  SALES_CLOSE_SECONDS_BEFORE: wholeNumber(1, 3_000),
  TIMETABLE_DAYS: wholeNumber(1, 60),
  SEED_KEY: key,
  SEED_KEY_FORMER: keys,
  OPERATOR_KEY: key,
  OPERATOR_KEY_FORMER: keys,
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
  CODE_KEY_FORMER: secrets,
  FACTOR_KEY: key,
  FACTOR_KEY_FORMER: keys,
  DOCUMENT_KEY: key,
  DOCUMENT_KEY_FORMER: keys,
  CLAMD: v.pipe(text, v.regex(/^[\w.-]+:\d{1,5}$/, 'host:port, such as 127.0.0.1:3310')),
  TIERS: oneOf(['on', 'off']),
  PARTY_KEY: key,
  PARTY_KEY_FORMER: keys,
  RETENTION_YEARS: wholeNumber(1, 100),
  BREACHED_PASSWORDS_FILE: text,
  ONE_PERSON: oneOf(['on', 'off']),
  NEW_DEVICE_CODE: oneOf(['on', 'off']),
  PERSON_KEY: key,
  COOLING_OFF: oneOf(['on', 'off']),
  DEMO_MONTH: oneOf(['on', 'off']),
  PROOF_OVER: wholeNumber(0, 1_000_000_000),
  CARE: oneOf(['on', 'off']),
  SECOND_OPINION: oneOf(['on', 'off']),
  SECOND_OPINION_WAIT_SECONDS: wholeNumber(1, 3_600),
  REVIEW: oneOf(['on', 'off']),
  REVIEW_OVER: wholeNumber(0, 1_000_000_000),
  REVIEW_DAY_OVER: wholeNumber(0, 1_000_000_000),
  REVIEW_PHONE_DAYS: wholeNumber(0, 365),
  REVIEW_FIRST_OVER: wholeNumber(0, 1_000_000_000),
  REVIEW_PLAYED_PERCENT: wholeNumber(0, 100),
  REVIEW_HOURS: wholeNumber(1, 240),
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
  PUSH_KEY: key,
  PUSH_HOSTS: hosts,
  WEBHOOK_KEY: key,
  WEBHOOK_HOSTS: hostList(/^((\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+|localhost)$/),
  FIREBASE_PROJECT: v.pipe(text, v.regex(/^[a-z0-9-]{4,40}$/, 'a Firebase project id')),
  FIREBASE_API_KEY: v.pipe(text, v.regex(/^[\w-]{1,100}$/, 'the web API key of the Firebase project')),
  FIREBASE_AUTH_EMULATOR_HOST: v.pipe(
    text,
    v.regex(/^[a-z0-9.-]{1,100}:\d{1,5}$/, 'a host and a port, such as 127.0.0.1:9099'),
  ),
  PAYMENTS: someOf(paymentAccounts),
  PAYMENT_ROUTES: routes,
  PAYMENT_EXPIRE_MINUTES: wholeNumber(1, 1_440),
  FLOAT_LOW: wholeNumber(0, 1_000_000_000_000),
  WITHDRAWABLE: someOf(['win', 'dep']),
  SANDBOX_SECRET: secret,
  FEDAPAY_URL: address,
  FEDAPAY_SECRET_KEY: text,
  FEDAPAY_WEBHOOK_SECRET: text,
  FEDAPAY_CUSTOMER_DOMAIN: domain,
  CINETPAY_URL: address,
  CINETPAY_API_KEY: text,
  CINETPAY_API_PASSWORD: text,
  CINETPAY_CUSTOMER_DOMAIN: domain,
  CINETPAY_COUNTRY: oneOf(cinetPayCountries),
  ...cinetPayKeys,
  PAWAPAY_URL: address,
  PAWAPAY_TOKEN: text,
  WAVE_URL: address,
  ...waveKeys,
  WAVE_MERCHANT: v.pipe(
    text,
    v.regex(/^am-[\w-]{1,60}$/, 'the id of an aggregated merchant, such as am-7lks22ap113t4'),
  ),
} satisfies Record<string, Setting>;

/** Settings that may be read from a file: the variable `<name>_FILE` holds its path, as container platforms mount secrets. */
export const secretSettings: readonly (keyof typeof settings)[] = [
  'DATABASE_URL',
  'WORKER_DATABASE_URL',
  'CONSOLE_DATABASE_URL',
  'MACHINE_DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SEED_KEY',
  'SEED_KEY_FORMER',
  'OPERATOR_KEY',
  'OPERATOR_KEY_FORMER',
  'CODE_KEY',
  'CODE_KEY_FORMER',
  'FACTOR_KEY',
  'FACTOR_KEY_FORMER',
  'DOCUMENT_KEY',
  'DOCUMENT_KEY_FORMER',
  'PARTY_KEY',
  'PARTY_KEY_FORMER',
  'PERSON_KEY',
  'PUSH_KEY',
  'WEBHOOK_KEY',
  'SMTP_URL',
  'AFRICAS_TALKING_API_KEY',
  'SANDBOX_SECRET',
  'FEDAPAY_SECRET_KEY',
  'FEDAPAY_WEBHOOK_SECRET',
  'CINETPAY_API_KEY',
  'CINETPAY_API_PASSWORD',
  ...(Object.keys(cinetPayKeys) as (keyof typeof cinetPayKeys)[]),
  'PAWAPAY_TOKEN',
  ...(Object.keys(waveKeys) as (keyof typeof waveKeys)[]),
];

/** The settings that are set, as their values. */
export type Settings = { readonly [K in keyof typeof settings]?: v.InferOutput<(typeof settings)[K]> };

export type PaymentAccountId = (typeof paymentAccounts)[number];

/** The country and the names of the settings of an account at CinetPay. The country of `cinetpay` is in CINETPAY_COUNTRY; other accounts have it in their id. */
export function cinetPayAccount(id: PaymentAccountId) {
  const country = cinetPayCountries.find((one) => id === `cinetpay_${one.toLowerCase()}`);
  const prefix = country === undefined ? ('CINETPAY' as const) : (`CINETPAY_${country}` as const);
  return { country, keyName: `${prefix}_API_KEY`, passwordName: `${prefix}_API_PASSWORD` } as const;
}

/** The country and the names of the settings of an account at Wave, which has one for each country. */
export function waveAccount(id: PaymentAccountId) {
  const country = waveCountries.find((one) => id === `wave_${one.toLowerCase()}`)!;
  return { country, keyName: `WAVE_${country}_KEY`, secretName: `WAVE_${country}_WEBHOOK_SECRET` } as const;
}
