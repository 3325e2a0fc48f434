import { expect, test } from 'vitest';
import { quicknet } from '#domain/fair-draw/beacon.ts';
import { ConfigError, readConfig } from './config.ts';

/** What `keepSecret` gives: 32 bytes. */
const generated = (name: string) => Buffer.alloc(32, name).toString('base64url');
const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://izi.example/',
  DATABASE_URL: 'postgres://izi@db/izi',
  CODE_KEY: 'k'.repeat(32),
  SEED_KEY: '5e'.repeat(32),
  OPERATOR_KEY: Buffer.alloc(32, 'operator').toString('base64'),
  BEACON: 'drand',
  MESSAGES: 'live',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Izi <no-reply@izi.example>',
  AFRICAS_TALKING_USERNAME: 'izi',
  AFRICAS_TALKING_API_KEY: 'key',
  PAYMENTS: 'fedapay',
  FEDAPAY_SECRET_KEY: 'sk',
  FEDAPAY_WEBHOOK_SECRET: 'wh',
};

function complaint(environment: Record<string, string>): string {
  try {
    readConfig(environment, generated);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'none';
}

test('nothing has to be set to try the product out', () => {
  expect(readConfig({}, generated)).toMatchObject({
    mode: 'demo',
    roles: ['web', 'worker'],
    port: 3_000,
    databaseUrl: undefined,
    timetable: { everyMinutes: 1, closeSecondsBefore: 10, timeZone: 'Africa/Abidjan' },
    rateLimitScale: 100,
    codeKey: generated('code-key'),
    messageBudget: { hour: 100_000, day: 1_000_000, smsPrice: 25 },
    seedKey: Buffer.alloc(32, 'seed-key'),
    operatorSecret: Buffer.alloc(32, 'operator-key'),
    beacon: null,
    beaconPatienceHours: 24,
    messages: { kind: 'outbox' },
    payments: { provider: 'sandbox', withdrawable: ['win'] },
  });
});

test('production has its own defaults, and takes nothing that was generated', () => {
  const config = readConfig(production, () => {
    throw new Error('production must not generate a secret');
  });
  expect(config).toMatchObject({
    publicUrl: 'https://izi.example',
    timetable: { everyMinutes: 5, closeSecondsBefore: 30 },
    rateLimitScale: 1,
    seedKey: Buffer.alloc(32, 0x5e),
    operatorSecret: Buffer.alloc(32, 'operator'),
    beacon: { chain: quicknet, urls: expect.arrayContaining(['https://api.drand.sh']) },
    payments: { provider: 'fedapay' },
  });
});

test('production refuses every demo default that is left, each by its name', () => {
  const message = complaint({ MODE: 'production' });
  for (const name of Object.keys(production).filter((name) =>
    /PUBLIC|DATABASE|CODE|SEED|OPERATOR|BEACON|MESSAGES|PAYMENTS/.test(name),
  )) {
    expect(message).toMatch(new RegExp(`^${name} `, 'm'));
  }
});

test.each(Object.keys(production).filter((name) => name !== 'MODE'))('production needs %s', (name) => {
  const { [name as keyof typeof production]: _, ...rest } = production;
  expect(complaint(rest)).toContain(name);
});

test.each([
  [{ PORT: '80808' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ MODE: 'test' }, 'MODE must be one of demo, production'],
  [{ ROLES: 'web,wroker' }, 'ROLES must be some of web, worker, separated by commas'],
  [{ DRAW_EVERY_MINUTES: '7' }, 'DRAW_EVERY_MINUTES must be a divisor of 60'],
  [{ TIME_ZONE: 'Abidjan' }, 'TIME_ZONE must be an IANA time zone such as Africa/Abidjan'],
  [{ SMS_BUDGET: '100000' }, 'SMS_BUDGET must be francs an hour and a day, such as 100000/1000000'],
  [{ SMS_PRICE: '0' }, 'SMS_PRICE must be a whole number from 1 to 1000'],
  [{ CODE_KEY: 'short' }, 'CODE_KEY must be at least 32 characters'],
  [{ SEED_KEY: 'ab'.repeat(31) }, 'SEED_KEY must be 32 bytes in hex or base64'],
  [{ BEACON: 'drand', BEACON_CHAIN: 'ab' }, 'BEACON_CHAIN must be 32 bytes in hex'],
  [{ BEACON: 'drand', BEACON_CHAIN: 'ab'.repeat(32) }, 'BEACON_PUBLIC_KEY is not set'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be postgres://…'],
  [{ SALES_CLOSE_SECONDS_BEFORE: '60' }, 'SALES_CLOSE_SECONDS_BEFORE must be shorter than the 1 minutes between draws'],
])('%j is refused in one line', (environment, message) => {
  expect(complaint(environment)).toBe(message);
});

test('what messages may cost is two sums', () => {
  const { messageBudget } = readConfig({ SMS_BUDGET: '5000/20000', SMS_PRICE: '30' }, generated);
  expect(messageBudget).toEqual({ hour: 5_000, day: 20_000, smsPrice: 30 });
});

test('every wrong setting is named at once, and a secret is never repeated', () => {
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
