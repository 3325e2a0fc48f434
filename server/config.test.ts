import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { quicknet } from '#domain/fair-draw/beacon.ts';
import { productionSettings as production } from '#tests/support/site/production.ts';
import { openKeyRing } from './keys/key-ring.ts';
import { ConfigError, isAlone, readConfig } from './config.ts';

/** The result of `keepSecret`: 32 bytes. */
const generated = (name: string) => Buffer.alloc(32, name).toString('base64url');

function complaint(environment: Record<string, string>): string {
  try {
    readConfig(environment, generated);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'none';
}

test('the product can be tried without any setting', () => {
  expect(readConfig({}, generated)).toMatchObject({
    mode: 'demo',
    roles: ['web', 'worker', 'console', 'machine'],
    port: 3_000,
    databaseUrl: undefined,
    timetable: { everyMinutes: 1, closeSecondsBefore: 10, timeZone: 'Africa/Abidjan' },
    rateLimitScale: 100,
    codeKeys: openKeyRing(generated('code-key')),
    factorKeys: openKeyRing(Buffer.alloc(32, 'factor-key')),
    personKey: null,
    messageBudget: { hour: 100_000, day: 1_000_000, smsPrice: 25 },
    seedKeys: openKeyRing(Buffer.alloc(32, 'seed-key')),
    operatorKeys: openKeyRing(Buffer.alloc(32, 'operator-key')),
    beacon: null,
    beaconPatienceHours: 24,
    messages: { kind: 'outbox' },
    payments: { accounts: [{ id: 'sandbox' }], routes: null, withdrawable: ['win'] },
  });
});

test('production has its own defaults, and accepts no generated secret', () => {
  const config = readConfig(production, () => {
    throw new Error('production must not generate a secret');
  });
  expect(config).toMatchObject({
    publicUrl: 'https://izi.example',
    timetable: { everyMinutes: 5, closeSecondsBefore: 30 },
    rateLimitScale: 1,
    seedKeys: openKeyRing(Buffer.alloc(32, 0x5e)),
    operatorKeys: openKeyRing(Buffer.alloc(32, 'operator')),
    beacon: { chain: quicknet, urls: expect.arrayContaining(['https://api.drand.sh']) },
    payments: { accounts: [{ id: 'fedapay' }] },
  });
});

test('production refuses every demo default that is left, each by its name', () => {
  const message = complaint({ MODE: 'production' });
  for (const name of Object.keys(production).filter((name) =>
    /PUBLIC|TRUST|DATABASE|CODE|FACTOR|PERSON|SEED|OPERATOR|BEACON|MESSAGES|PAYMENTS/.test(name),
  )) {
    expect(message).toMatch(new RegExp(`^${name} `, 'm'));
  }
});

test.each(Object.keys(production).filter((name) => name !== 'MODE'))('production needs %s', (name) => {
  const { [name as keyof typeof production]: _, ...rest } = production;
  expect(complaint(rest)).toContain(name);
});

const fedapayTest = { FEDAPAY_URL: 'https://sandbox-api.fedapay.com', FEDAPAY_SECRET_KEY: 'sk_sandbox_1' };
const pawapay = { PAYMENTS: 'pawapay', PAWAPAY_TOKEN: 'token' };
const wave = { PAYMENTS: 'wave_ci', WAVE_CI_KEY: 'wave_ci_prod_1', WAVE_CI_WEBHOOK_SECRET: 'wave_ci_WHS_1' };
const cinetpay = { PAYMENTS: 'cinetpay', CINETPAY_API_KEY: 'key', CINETPAY_API_PASSWORD: 'password' };

test.each<[string, Record<string, string>, string]>([
  ['an http address', { PUBLIC_URL: 'http://izi.example' }, 'PUBLIC_URL is http'],
  ['a scale that limits nobody', { RATE_LIMIT_SCALE: '10000' }, 'RATE_LIMIT_SCALE is 10000'],
  ['the scale of a demonstration', { RATE_LIMIT_SCALE: '100' }, 'RATE_LIMIT_SCALE is 100'],
  ['the test environment of FedaPay', { FEDAPAY_URL: fedapayTest.FEDAPAY_URL }, 'FEDAPAY_URL is the provider’s test'],
  ['a test key of FedaPay', { FEDAPAY_SECRET_KEY: 'sk_sandbox_1' }, 'FEDAPAY_SECRET_KEY is a key of the test'],
  ['FedaPay over http', { FEDAPAY_URL: 'http://api.fedapay.com' }, 'FEDAPAY_URL is http'],
  [
    'the test environment of CinetPay',
    { ...cinetpay, CINETPAY_URL: 'https://api.cinetpay.net/' },
    'CINETPAY_URL is the provider’s test',
  ],
  [
    'the test environment of pawaPay',
    { ...pawapay, PAWAPAY_URL: 'https://api.sandbox.pawapay.io' },
    'PAWAPAY_URL is the provider’s test',
  ],
  ['pawaPay over http', { ...pawapay, PAWAPAY_URL: 'http://api.pawapay.io' }, 'PAWAPAY_URL is http'],
  ['pawaPay without a token', { PAYMENTS: 'pawapay' }, 'PAWAPAY_TOKEN is'],
  ['a test key of CinetPay', { ...cinetpay, CINETPAY_API_KEY: 'sk_test_1' }, 'CINETPAY_API_KEY is a key of the test'],
  ['Wave over http', { ...wave, WAVE_URL: 'http://api.wave.com' }, 'WAVE_URL is http'],
  ['Wave without a key', { ...wave, WAVE_CI_KEY: '' }, 'WAVE_CI_KEY is not set'],
  [
    'Wave without the secret of its notices',
    { ...wave, WAVE_CI_WEBHOOK_SECRET: '' },
    'WAVE_CI_WEBHOOK_SECRET is not set',
  ],
  [
    'a key of another wallet',
    { ...wave, WAVE_CI_KEY: 'wave_sn_prod_1' },
    'WAVE_CI_KEY does not begin with wave_ci_prod_',
  ],
  ['a key of Wave that moves no money', { ...wave, WAVE_CI_KEY: 'wave_ci_test_1' }, 'WAVE_CI_KEY does not begin with'],
  ['a merchant of another form', { ...wave, WAVE_MERCHANT: 'izi' }, 'WAVE_MERCHANT must be'],
  [
    'the test environment of Africa’s Talking',
    { AFRICAS_TALKING_URL: 'https://api.sandbox.africastalking.com' },
    'AFRICAS_TALKING_URL is the provider’s test',
  ],
  ['its test account', { AFRICAS_TALKING_USERNAME: 'sandbox' }, 'AFRICAS_TALKING_USERNAME is sandbox'],
  [
    'the emulator of Firebase',
    { FIREBASE_PROJECT: 'izi-live', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    'FIREBASE_AUTH_EMULATOR_HOST is set',
  ],
  [
    'webhooks to this machine',
    { WEBHOOK_KEY: '5e'.repeat(32), WEBHOOK_HOSTS: 'a.example,localhost' },
    'WEBHOOK_HOSTS has localhost',
  ],
  ['webhooks without a key', { WEBHOOK_HOSTS: 'a.example' }, 'WEBHOOK_KEY is not set'],
  ['draws that trust the operator', { BEACON: 'none' }, 'BEACON is none'],
])('production refuses %s', (_, settings, message) => {
  expect(complaint({ ...production, ...settings })).toMatch(new RegExp(`^${message}[^\n]*$`));
});

test('production accepts choices that are spelled out in words', () => {
  const config = readConfig(
    { ...production, TRUST_PROXY: 'none', BEACON: 'none', OPERATOR_TRUSTED_DRAWS: 'yes, players are told' },
    generated,
  );
  expect(config).toMatchObject({ trustProxy: false, beacon: null });
  expect(readConfig(production, generated)).toMatchObject({ trustProxy: production.TRUST_PROXY });
});

const fedapay = {
  PAYMENTS: 'fedapay',
  FEDAPAY_SECRET_KEY: 'sk_live_1',
  FEDAPAY_WEBHOOK_SECRET: 'wh',
  FEDAPAY_CUSTOMER_DOMAIN: 'customers.izi.example',
};

test.each<[string, Record<string, string>]>([
  ['FedaPay', { ...fedapay, FEDAPAY_SECRET_KEY: 'sk_1' }],
  ['FedaPay by its own address', { ...fedapay, FEDAPAY_SECRET_KEY: 'sk_1', FEDAPAY_URL: 'https://api.fedapay.com' }],
  ['FedaPay with a live key', { ...fedapay, FEDAPAY_URL: fedapayTest.FEDAPAY_URL }],
  ['CinetPay', cinetpay],
  ['pawaPay', pawapay],
  ['pawaPay by its own address', { ...pawapay, PAWAPAY_URL: 'https://api.pawapay.io' }],
  ['Wave', wave],
  ['Wave with a live key at a stand-in', { ...wave, WAVE_URL: 'http://127.0.0.1:4711' }],
  [
    'CinetPay with a live key',
    { ...cinetpay, CINETPAY_URL: 'https://api.cinetpay.net', CINETPAY_API_KEY: 'sk_live_1' },
  ],
])('a demonstration refuses %s', (_, settings) => {
  expect(complaint(settings)).toMatch(/^PAYMENTS is (fedapay|cinetpay|pawapay|wave_ci) and MODE is demo: [^\n]*$/);
  expect(complaint({ ...settings, MODE: 'demo' })).toContain('MODE is demo');
});

test.each<[string, Record<string, string>]>([
  ['the test environment of FedaPay', { ...fedapay, ...fedapayTest }],
  ['the test environment of CinetPay', { ...cinetpay, CINETPAY_URL: 'https://api.cinetpay.net' }],
  ['the test environment of pawaPay', { ...pawapay, PAWAPAY_URL: 'https://api.sandbox.pawapay.io' }],
  ['a stand-in for Wave', { ...wave, WAVE_CI_KEY: 'wave_ci_key', WAVE_URL: 'http://127.0.0.1:4711' }],
  ['a stand-in on this machine', { ...cinetpay, CINETPAY_URL: 'http://127.0.0.1:4711' }],
])('a demonstration may use %s', (_, settings) => {
  expect(readConfig(settings, generated).payments.accounts).toMatchObject([{ id: settings['PAYMENTS'] }]);
});

test('Wave has an account for each country, and sends the merchant where it is set', () => {
  const both = {
    ...wave,
    PAYMENTS: 'wave_ci,wave_sn',
    WAVE_SN_KEY: 'wave_sn_prod_1',
    WAVE_SN_WEBHOOK_SECRET: 'secret',
  };
  const { accounts } = readConfig({ ...production, ...both, WAVE_MERCHANT: 'am-1' }, generated).payments;
  expect(accounts).toMatchObject([
    { id: 'wave_ci', country: 'CI', key: 'wave_ci_prod_1', webhookSecret: 'wave_ci_WHS_1', merchant: 'am-1' },
    { id: 'wave_sn', country: 'SN', key: 'wave_sn_prod_1', webhookSecret: 'secret', merchant: 'am-1' },
  ]);
});

const several = {
  ...pawapay,
  PAYMENTS: 'pawapay, cinetpay_ci,cinetpay_sn',
  CINETPAY_CUSTOMER_DOMAIN: 'customers.izi.example',
  CINETPAY_CI_API_KEY: 'ci',
  CINETPAY_CI_API_PASSWORD: 'password',
  CINETPAY_SN_API_KEY: 'sn',
  CINETPAY_SN_API_PASSWORD: 'password',
};

test('a site may have several accounts, and routes that say which of them carries what', () => {
  const { payments } = readConfig(
    { ...production, ...several, PAYMENT_ROUTES: 'CI wave both = cinetpay_ci, pawapay;\nSN wave deposit=cinetpay_sn' },
    generated,
  );
  expect(payments.accounts).toMatchObject([
    { id: 'pawapay', token: 'token' },
    { id: 'cinetpay_ci', provider: 'cinetpay', country: 'CI', apiKey: 'ci' },
    { id: 'cinetpay_sn', country: 'SN', apiKey: 'sn', customerDomain: 'customers.izi.example' },
  ]);
  expect(payments.routes).toEqual([
    { country: 'CI', method: 'wave', direction: 'deposit', accounts: ['cinetpay_ci', 'pawapay'] },
    { country: 'CI', method: 'wave', direction: 'withdrawal', accounts: ['cinetpay_ci', 'pawapay'] },
    { country: 'SN', method: 'wave', direction: 'deposit', accounts: ['cinetpay_sn'] },
  ]);
});

test.each<[string, Record<string, string>, string]>([
  ['the sandbox beside others', { PAYMENTS: 'pawapay,sandbox' }, 'PAYMENTS is sandbox'],
  ['a test key of any account', { CINETPAY_SN_API_KEY: 'sk_test_1' }, 'CINETPAY_SN_API_KEY is a key of the test'],
  ['an account without its key', { CINETPAY_SN_API_KEY: '' }, 'CINETPAY_SN_API_KEY is not set'],
  ['an account twice', { PAYMENTS: 'pawapay,pawapay' }, 'PAYMENTS names an account twice'],
  ['a route to no account', { PAYMENT_ROUTES: 'BJ mtn both = fedapay' }, 'PAYMENT_ROUTES names fedapay'],
  [
    'a network twice',
    { PAYMENT_ROUTES: 'BJ mtn both = pawapay; BJ mtn deposit = pawapay' },
    'PAYMENT_ROUTES must be one',
  ],
  ['a route for all', { PAYMENT_ROUTES: 'BJ * both = pawapay' }, 'PAYMENT_ROUTES must be lines'],
])('with several accounts, production refuses %s', (_, settings, message) => {
  expect(complaint({ ...production, ...several, ...settings })).toContain(message);
});

test('a demonstration refuses several accounts if one of them is real', () => {
  const test = { PAWAPAY_URL: 'https://api.sandbox.pawapay.io', CINETPAY_URL: 'https://api.cinetpay.net' };
  expect(complaint({ ...several, ...test })).toBe('none');
  expect(complaint({ ...several, ...test, CINETPAY_SN_API_KEY: 'sk_live_1' })).toMatch(
    /^PAYMENTS is cinetpay_sn and MODE/,
  );
});

test.each([
  [{ PORT: '80808' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ MODE: 'test' }, 'MODE must be one of demo, production'],
  [{ ROLES: 'web,wroker' }, 'ROLES must be some of web, worker, console, machine, separated by commas'],
  [{ DRAW_EVERY_MINUTES: '7' }, 'DRAW_EVERY_MINUTES must be a divisor of 60'],
  [{ TIME_ZONE: 'Abidjan' }, 'TIME_ZONE must be an IANA time zone such as Africa/Abidjan'],
  [{ SMS_BUDGET: '100000' }, 'SMS_BUDGET must be francs an hour and a day, such as 100000/1000000'],
  [{ SMS_PRICE: '0' }, 'SMS_PRICE must be a whole number from 1 to 1000'],
  [{ CODE_KEY: 'short' }, 'CODE_KEY must be at least 32 characters'],
  [{ SEED_KEY: 'ab'.repeat(31) }, 'SEED_KEY must be 32 bytes in hex or base64'],
  [{ OPERATOR_KEY_FORMER: `${'ab'.repeat(32)},short` }, 'OPERATOR_KEY_FORMER must be 32 bytes in hex or base64'],
  [
    { SEED_KEY_FORMER: ',' },
    'SEED_KEY_FORMER must be keys of 32 bytes in hex or base64, separated by commas or line breaks',
  ],
  [{ BEACON: 'drand', BEACON_CHAIN: 'ab' }, 'BEACON_CHAIN must be 32 bytes in hex'],
  [{ BEACON: 'drand', BEACON_CHAIN: 'ab'.repeat(32) }, 'BEACON_PUBLIC_KEY is not set'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be postgres://…'],
  [
    { TRUST_PROXY: 'yes' },
    'TRUST_PROXY must be none, or addresses and ranges such as loopback, 10.0.0.0/8, separated by commas',
  ],
  [
    { TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' },
    'TRUST_PROXY must be none, or addresses and ranges such as loopback, 10.0.0.0/8, separated by commas',
  ],
  [{ OPERATOR_TRUSTED_DRAWS: 'yes' }, 'OPERATOR_TRUSTED_DRAWS must be "yes, players are told"'],
  [{ SALES_CLOSE_SECONDS_BEFORE: '60' }, 'SALES_CLOSE_SECONDS_BEFORE must be shorter than the 1 minutes between draws'],
])('the settings %j are refused in one line', (environment, message) => {
  expect(complaint(environment)).toBe(message);
});

test('a demonstration checks excluded persons only when it is set to; production always does', () => {
  expect(readConfig({}, generated).personKey).toBeNull();
  expect(readConfig({ ONE_PERSON: 'off', PERSON_KEY: '33'.repeat(32) }, generated).personKey).toBeNull();
  expect(readConfig({ ONE_PERSON: 'on' }, generated).personKey).toEqual(Buffer.alloc(32, 'person-key'));
  for (const ONE_PERSON of [undefined, 'on']) {
    expect(readConfig({ ...production, ONE_PERSON }, generated).personKey).toEqual(Buffer.alloc(32, 0x33));
  }
  expect(complaint({ ...production, ONE_PERSON: 'off' })).toBe(
    'ONE_PERSON is off: who excluded themselves would play on under another phone. Leave it out',
  );
});

test('a demonstration applies tiers only when it is set to; production always does', () => {
  expect(readConfig({}, generated).tiers).toBe(false);
  expect(readConfig({ TIERS: 'on' }, generated).tiers).toBe(true);
  for (const TIERS of [undefined, 'on']) expect(readConfig({ ...production, TIERS }, generated).tiers).toBe(true);
  expect(complaint({ ...production, TIERS: 'off' })).toBe(
    'TIERS is off: any amount would move without an identity document. Leave it out',
  );
});

test('identity documents are sealed under their own key, and recognized with PERSON_KEY', () => {
  const next = 'd1'.repeat(32);
  const { keys, personKey } = readConfig({ ...production, DOCUMENT_KEY_FORMER: next }, generated).documents;
  expect(keys).toEqual(openKeyRing(Buffer.alloc(32, 0xd0), [Buffer.from(next, 'hex')]));
  expect(personKey).toEqual(Buffer.alloc(32, 0x33));
  expect(readConfig({}, generated).documents.keys.current.secret).toEqual(Buffer.alloc(32, 'document-key'));
  expect(complaint({ ...production, DOCUMENT_KEY: '' })).toBe(
    'DOCUMENT_KEY is not set: identity documents would be lost with this machine',
  );
  expect(complaint({ CLAMD: '3310' })).toBe('CLAMD must be host:port, such as 127.0.0.1:3310');
});

describe('what programs read', () => {
  const settings = {
    MODE: 'production',
    TRUST_PROXY: 'none',
    ROLES: 'machine',
    MACHINE_PORT: '3200',
    MACHINE_DATABASE_URL: 'postgres://machine_login@db/izi',
  };

  test('is served beside a demonstration, behind the console, and by a production only where it is told to', () => {
    expect(readConfig({}, generated)).toMatchObject({
      machinePort: 3_002,
      machinePortGiven: false,
      machineHost: '127.0.0.1',
    });
    expect(readConfig({ PORT: '0' }, generated).machinePort).toBe(0);
    expect(readConfig({ ROLES: 'web', MACHINE_PORT: '3200' }, generated).machinePort).toBeUndefined();
    const config = readConfig(settings, () => {
      throw new Error('a secret was made');
    });
    expect(config).toMatchObject({
      roles: ['machine'],
      machinePort: 3_200,
      machineDatabaseUrl: settings.MACHINE_DATABASE_URL,
    });
    expect(isAlone(config.roles, 'machine')).toBe(true);
  });

  test.each<[Record<string, string>, string]>([
    [{ MACHINE_PORT: '' }, 'ROLES has machine, and MACHINE_PORT is not set'],
    [{ MACHINE_DATABASE_URL: '' }, 'MACHINE_DATABASE_URL is not set'],
    [{ TRUST_PROXY: '' }, 'TRUST_PROXY is not set'],
    [{ ROLES: 'machine,web' }, 'ROLES has machine and others'],
    ...(['DATABASE_URL', 'WORKER_DATABASE_URL', 'CONSOLE_DATABASE_URL', 'DATABASE_OWNER_URL'] as const).map(
      (name): [Record<string, string>, string] => [
        { [name]: 'postgres://izi_login@db/izi' },
        `${name} is set in the process that serves programs`,
      ],
    ),
    ...(['SEED_KEY', 'OPERATOR_KEY', 'WEBHOOK_KEY', 'DOCUMENT_KEY', 'PARTY_KEY'] as const).map(
      (name): [Record<string, string>, string] => [
        { [name]: '5e'.repeat(32) },
        `${name} is set in the process that serves programs`,
      ],
    ),
  ])('production refuses %j', (more, says) => {
    expect(complaint({ ...settings, ...more })).toContain(says);
  });
});

describe('the operators’ console', () => {
  test('runs with the site of a demonstration, on the next port by default', () => {
    const roles = ['web', 'worker', 'console', 'machine'];
    expect(readConfig({}, generated)).toMatchObject({ roles, consolePort: 3_001, consolePortGiven: false });
    expect(readConfig({ PORT: '4100' }, generated).consolePort).toBe(4_101);
    expect(readConfig({ PORT: '0' }, generated).consolePort).toBe(0);
    expect(readConfig({ CONSOLE_PORT: '9465' }, generated)).toMatchObject({
      roles,
      consolePort: 9_465,
      consolePortGiven: true,
    });
    expect(readConfig({ ROLES: 'web', CONSOLE_PORT: '9465' }, generated).consolePort).toBeUndefined();
  });

  const settings = {
    MODE: 'production',
    ROLES: 'console',
    CONSOLE_PORT: '9465',
    CONSOLE_URL: 'https://console.example/',
    CONSOLE_DATABASE_URL: 'postgres://console_login@db/izi',
    TRUST_PROXY: 'loopback',
    FACTOR_KEY: production.FACTOR_KEY,
    DOCUMENT_KEY: production.DOCUMENT_KEY,
    PERSON_KEY: production.PERSON_KEY,
  };

  test('is a process of its own in production, and neither has nor makes keys of draws and payments', () => {
    expect(readConfig({ ...production, CONSOLE_PORT: '9465' }, generated)).toMatchObject({
      roles: ['web', 'worker'],
      consolePort: undefined,
    });
    const config = readConfig(settings, () => {
      throw new Error('a secret was made');
    });
    expect(config).toMatchObject({
      roles: ['console'],
      consolePort: 9_465,
      consoleUrl: 'https://console.example',
      consoleDatabaseUrl: settings.CONSOLE_DATABASE_URL,
      databaseUrl: undefined,
    });
    expect(isAlone(config.roles, 'console')).toBe(true);
  });

  test.each<[Record<string, string>, string]>([
    [{ CONSOLE_PORT: '' }, 'ROLES has console, and CONSOLE_PORT is not set'],
    [{ CONSOLE_URL: '' }, 'CONSOLE_URL is not set'],
    [{ CONSOLE_URL: 'http://console.example' }, 'CONSOLE_URL is http'],
    [{ CONSOLE_URL: 'https://10.0.0.7' }, 'CONSOLE_URL must be an address with a name'],
    [{ CONSOLE_URL: 'https://[::1]:9465' }, 'CONSOLE_URL must be an address with a name'],
    [{ CONSOLE_ALLOW: 'office' }, 'CONSOLE_ALLOW must be addresses and ranges'],
    [{ CONSOLE_ALLOW: '10.8.0.0/40' }, 'CONSOLE_ALLOW must be addresses and ranges'],
    [{ CONSOLE_ALLOW: 'loopback' }, 'CONSOLE_ALLOW must be addresses and ranges'],
    [{ CONSOLE_DATABASE_URL: '' }, 'CONSOLE_DATABASE_URL is not set'],
    [{ DATABASE_URL: 'postgres://izi_login@db/izi' }, 'DATABASE_URL is set in the operators’ process'],
    [{ DATABASE_OWNER_URL: 'postgres://izi@db/izi' }, 'DATABASE_OWNER_URL is set in the operators’ process'],
    [{ SEED_KEY: '5e'.repeat(32) }, 'SEED_KEY is set in the operators’ process'],
    [{ OPERATOR_KEY: '5e'.repeat(32) }, 'OPERATOR_KEY is set in the operators’ process'],
    [{ WEBHOOK_KEY: '5e'.repeat(32) }, 'WEBHOOK_KEY is set in the operators’ process'],
    [{ DOCUMENT_KEY: '' }, 'DOCUMENT_KEY is not set'],
    [{ ROLES: 'web,console' }, 'ROLES has console and others'],
  ])('in production with %j is refused', (change, said) => {
    expect(complaint({ ...settings, ...change })).toContain(said);
  });

  test('listens on loopback unless told, and in a demonstration, which lets anybody in, on nothing else', () => {
    expect(readConfig(settings, generated).consoleHost).toBe('127.0.0.1');
    expect(readConfig({ ...settings, CONSOLE_HOST: '10.8.0.1' }, generated).consoleHost).toBe('10.8.0.1');
    expect(readConfig({ CONSOLE_HOST: '::1' }, generated).consoleHost).toBe('::1');
    for (const CONSOLE_HOST of ['0.0.0.0', '::', '10.8.0.1', '127.0.0.1.example']) {
      expect(complaint({ CONSOLE_HOST })).toBe(
        'CONSOLE_HOST is not loopback and MODE is demo: everybody would be an operator. Leave it out',
      );
    }
  });

  test('serves only the addresses that CONSOLE_ALLOW names', () => {
    const { consoleAllow } = readConfig({ CONSOLE_ALLOW: '10.8.0.0/24, 2001:db8::7' }, generated);
    expect([consoleAllow!.check('10.8.0.9'), consoleAllow!.check('10.8.1.9')]).toEqual([true, false]);
    expect(consoleAllow!.check('2001:db8::7', 'ipv6')).toBe(true);
    expect(readConfig({}, generated).consoleAllow).toBeNull();
  });
});

test('in a demonstration payouts wait only when it is set to; in production they always do', () => {
  expect(readConfig({}, generated).coolingOff).toBe(false);
  expect(readConfig({ COOLING_OFF: 'on' }, generated).coolingOff).toBe(true);
  for (const COOLING_OFF of [undefined, 'on']) {
    expect(readConfig({ ...production, COOLING_OFF }, generated).coolingOff).toBe(true);
  }
  expect(complaint({ ...production, COOLING_OFF: 'off' })).toBe(
    'COOLING_OFF is off: who swaps a SIM card and sets a new password would be paid at once. Leave it out',
  );
});

test('Firebase confirms phones where a project is named, and the web app offers it where its key is too', () => {
  const firebase = (settings: Record<string, string>) => readConfig(settings, generated).firebase;
  expect(firebase({})).toBeUndefined();
  expect(firebase({ FIREBASE_PROJECT: 'izi-live' })).toEqual({
    project: 'izi-live',
    apiKey: undefined,
    emulator: null,
  });
  const emulated = { FIREBASE_API_KEY: 'key', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  expect(firebase({ FIREBASE_PROJECT: 'demo-izi', ...emulated })).toEqual({
    project: 'demo-izi',
    apiKey: 'key',
    emulator: 'http://127.0.0.1:9099',
  });
  expect(complaint(emulated)).toMatch(/^FIREBASE_PROJECT is not set/);
  expect(complaint({ FIREBASE_PROJECT: 'izi-live', FIREBASE_AUTH_EMULATOR_HOST: 'http://127.0.0.1:9099' })).toMatch(
    /^FIREBASE_AUTH_EMULATOR_HOST must be a host and a port/,
  );
});

test('webhooks go to named hosts in production, and to this machine in a demonstration', () => {
  const { webhooks: demo } = readConfig({}, generated);
  expect([demo.key?.length, demo.hosts]).toEqual([32, ['localhost']]);
  expect(readConfig(production, generated).webhooks).toEqual({ key: undefined, hosts: [] });
  const WEBHOOK_KEY = '5e'.repeat(32);
  expect(
    readConfig({ ...production, WEBHOOK_KEY, WEBHOOK_HOSTS: 'A.example, *.b.example' }, generated).webhooks,
  ).toEqual({
    key: Buffer.alloc(32, 0x5e),
    hosts: ['a.example', '*.b.example'],
  });
  expect(complaint({ WEBHOOK_HOSTS: 'https://a.example' })).toMatch(/^WEBHOOK_HOSTS must be hosts/);
});

test('a large withdrawal needs a proof from everybody in production, and elsewhere where a sum is set', () => {
  expect(readConfig({}, generated).proofOver).toEqual({ amount: 50_000, forEverybody: false });
  expect(readConfig({ PROOF_OVER: '0' }, generated).proofOver).toEqual({ amount: 0, forEverybody: true });
  expect(readConfig(production, generated).proofOver).toEqual({ amount: 50_000, forEverybody: true });
  expect(complaint({ PROOF_OVER: '-1' })).toMatch(/^PROOF_OVER must be /);
});

test('a new device needs a code, and a code for a new password needs its flow; in production always', () => {
  expect(readConfig({}, generated)).toMatchObject({ newDeviceCode: false, resetFlow: 'optional' });
  expect(readConfig({ NEW_DEVICE_CODE: 'on' }, generated).newDeviceCode).toBe(true);
  for (const NEW_DEVICE_CODE of [undefined, 'on']) {
    const config = readConfig({ ...production, NEW_DEVICE_CODE }, generated);
    expect(config).toMatchObject({ newDeviceCode: true, resetFlow: 'required' });
  }
  expect(complaint({ ...production, NEW_DEVICE_CODE: 'off' })).toBe(
    'NEW_DEVICE_CODE is off: a password alone would open an account on any device. Leave it out',
  );
});

test('the budget for messages is two sums', () => {
  const { messageBudget } = readConfig({ SMS_BUDGET: '5000/20000', SMS_PRICE: '30' }, generated);
  expect(messageBudget).toEqual({ hour: 5_000, day: 20_000, smsPrice: 30 });
});

test('every wrong setting is named at once, and a secret is never printed', () => {
  const message = complaint({ PORT: 'x', CODE_KEY: 'hunter2', LOG_LEVEL: 'loud' });
  expect(message.split('\n')).toHaveLength(3);
  expect(message).not.toContain('hunter2');
});

test('a beacon may be another chain, at other addresses', () => {
  const environment = {
    BEACON: 'drand',
    BEACON_URLS: 'https://one.example/, https://two.example',
    BEACON_CHAIN: 'ab'.repeat(32),
    BEACON_PUBLIC_KEY: 'cd'.repeat(96),
    BEACON_GENESIS: '1760000000',
    BEACON_PERIOD: '3',
  };
  expect(readConfig(environment, generated).beacon).toEqual({
    chain: {
      hash: new Uint8Array(32).fill(0xab),
      publicKey: new Uint8Array(96).fill(0xcd),
      genesis: 1_760_000_000,
      period: 3,
    },
    urls: ['https://one.example', 'https://two.example'],
  });
});

test('a secret is read from the file that its variable with _FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'seed-key');
  writeFileSync(file, `${'5e'.repeat(32)}\n`);
  const { SEED_KEY: _, ...rest } = production;
  expect(readConfig({ ...rest, SEED_KEY_FILE: file }, generated).seedKeys).toEqual(openKeyRing(Buffer.alloc(32, 0x5e)));
  expect(complaint({ ...production, SEED_KEY_FILE: file })).toBe('SEED_KEY and SEED_KEY_FILE are both set');
  expect(complaint({ ...rest, SEED_KEY_FILE: join(folder, 'none') })).toMatch(/^SEED_KEY_FILE .* \(ENOENT\)$/m);
  writeFileSync(file, 'not a key, and never shown');
  expect(complaint({ ...rest, SEED_KEY_FILE: file })).toBe('SEED_KEY must be 32 bytes in hex or base64');
});

test('former keys are read beside the current one, from a setting or a file, separated by commas or lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'seed-keys-former');
  writeFileSync(file, `${'01'.repeat(32)}\n${Buffer.alloc(32, 2).toString('base64')}\n`);
  const config = readConfig(
    {
      ...production,
      SEED_KEY_FORMER_FILE: file,
      OPERATOR_KEY_FORMER: `${'03'.repeat(32)}, ${'04'.repeat(32)}`,
      CODE_KEY_FORMER: 'c'.repeat(32),
      FACTOR_KEY_FORMER: '05'.repeat(32),
    },
    generated,
  );
  expect(config.seedKeys).toEqual(openKeyRing(Buffer.alloc(32, 0x5e), [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]));
  expect(config.operatorKeys.former.map(({ secret }) => secret[0])).toEqual([3, 4]);
  expect(config.factorKeys).toEqual(openKeyRing(Buffer.alloc(32, 0xfa), [Buffer.alloc(32, 5)]));
  expect(config.codeKeys).toEqual(openKeyRing('k'.repeat(32), ['c'.repeat(32)]));
});

test('a web process needs no key of the seeds, and is given none; a worker needs it', () => {
  const { SEED_KEY: _, ...rest } = production;
  const { WORKER_DATABASE_URL: __, ...ofWeb } = rest;
  expect(readConfig({ ...ofWeb, ROLES: 'web' }, generated).seedKeys).toBeNull();
  expect(readConfig({ ROLES: 'web' }, generated).seedKeys).toBeNull();
  for (const ROLES of ['worker', 'web,worker']) {
    expect(complaint({ ...rest, ROLES })).toBe(
      'SEED_KEY is not set: the seeds of draws would be lost with this machine',
    );
  }
});

test('a web process needs no settings to send messages; a worker needs all of them', () => {
  const { SMTP_URL: _, MAIL_FROM: __, AFRICAS_TALKING_API_KEY: ___, ...rest } = production;
  const { WORKER_DATABASE_URL: ____, ...ofWeb } = rest;
  expect(readConfig({ ...ofWeb, ROLES: 'web' }, generated).messages).toEqual({ kind: 'sent elsewhere' });
  expect(complaint({ ...rest, ROLES: 'worker' }).split('\n')).toEqual(
    ['SMTP_URL', 'MAIL_FROM', 'AFRICAS_TALKING_API_KEY'].map(
      (name) => `${name} is not set: messages could not be sent`,
    ),
  );
});

test('each kind of process has its own database login, and no other', () => {
  const { DATABASE_URL: _, WORKER_DATABASE_URL: __, ...rest } = production;
  const [players, workers] = ['postgres://izi_login@db/izi', 'postgres://izi_worker_login@db/izi'] as const;
  expect(complaint({ ...rest, ROLES: 'web', DATABASE_URL: players })).toBe('none');
  expect(complaint({ ...rest, ROLES: 'worker', WORKER_DATABASE_URL: workers })).toBe('none');
  expect(complaint({ ...rest, ROLES: 'web', DATABASE_URL: players, WORKER_DATABASE_URL: workers })).toMatch(
    /^WORKER_DATABASE_URL is set in a process that only serves players/,
  );
  for (const ROLES of ['web', 'worker', 'web,worker']) {
    const owner = 'postgres://izi@db/izi';
    expect(complaint({ ...production, ROLES, DATABASE_OWNER_URL: owner })).toMatch(/^DATABASE_OWNER_URL is set /m);
  }
});

test('a web process signs receipts, so it needs the operator’s key', () => {
  const { OPERATOR_KEY: _, ...rest } = production;
  expect(complaint({ ...rest, ROLES: 'web' })).toContain('OPERATOR_KEY is not set');
});

test('web processes share the connections and the limit of one caller, and no share becomes zero', () => {
  const of = (environment: Record<string, string>) => readConfig({ ...production, ...environment }, generated);
  expect(of({ WEB_PROCESSES: '1' })).toMatchObject({ webProcesses: 1, databaseConnections: 20, ownLimitScale: 1 });
  expect(of({ WEB_PROCESSES: '4' })).toMatchObject({
    webProcesses: 4,
    databaseConnections: 6,
    ownLimitScale: 0.25,
    rateLimitScale: 1,
  });
  expect(of({ WEB_PROCESSES: '2', DATABASE_CONNECTIONS: '31' }).databaseConnections).toBe(15);
  expect(of({ DATABASE_CONNECTIONS: '4', WEB_PROCESSES: '1' }).databaseConnections).toBe(4);
  // A worker alone answers no calls.
  expect(of({ WEB_PROCESSES: '4', ROLES: 'worker' })).toMatchObject({ webProcesses: 1, databaseConnections: 20 });
  expect(readConfig({}, generated).webProcesses).toBe(1);
  expect(complaint({ WEB_PROCESSES: '0' })).toContain('WEB_PROCESSES must be');
});

test('the digest of the settings covers all given settings, secrets too, in any order', () => {
  const digestOf = (environment: Record<string, string>) =>
    readConfig(environment, () => '0'.repeat(64)).settingsDigest;
  const given = { PORT: '3000', TIME_ZONE: 'Africa/Abidjan', OPERATOR_KEY: '1'.repeat(64) };
  const digest = digestOf(given);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf({ OPERATOR_KEY: given.OPERATOR_KEY, TIME_ZONE: given.TIME_ZONE, PORT: ' 3000 ', PATH: '/bin' })).toBe(
    digest,
  );
  expect(digestOf({ ...given, PORT: '3001' })).not.toBe(digest);
  expect(digestOf({ ...given, OPERATOR_KEY: '2'.repeat(64) })).not.toBe(digest);
});

test.each([
  [{}, undefined],
  [{ SECOND_OPINION: 'off', SECOND_OPINION_WAIT_SECONDS: '30' }, null],
  [{ SECOND_OPINION: 'on' }, 60],
  [{ SECOND_OPINION: 'on', SECOND_OPINION_WAIT_SECONDS: '30' }, 30],
])('draws wait for the second opinion as the settings say: %o', (given, seconds) => {
  expect(readConfig(given, generated).opinionWaitSeconds).toBe(seconds);
});
