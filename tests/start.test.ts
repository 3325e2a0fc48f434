import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database/database.ts';
import { runMigrate } from '#scripts/migrate/run-migrate.ts';
import { claimDatabase } from '#server/start-checks.ts';
import { readSchemaFiles, refuseStart } from '#database/schema-files.ts';
import { productionSettings } from './support/site/production.ts';
import { createDataFolder, failToStart, startServer } from './support/site/server.ts';

let data: Awaited<ReturnType<typeof createDataFolder>>;

beforeAll(async () => {
  data = await createDataFolder();
});
afterAll(() => data.remove());

const startInVain = (settings: Record<string, string>) => failToStart(data.folder, settings);

/** The address of a test's own database, for this user. */
function addressOf({ config }: TestDatabase, user: string): string {
  const address = new URL(`postgres://${user}@localhost/${config.database}`);
  address.searchParams.set('host', config.host!);
  return address.href;
}

/** All settings that production requires. */
const production = (database: TestDatabase, login: string): Record<string, string> => ({
  ...productionSettings,
  ROLES: 'web,worker',
  // Each further process takes a second or two to start.
  WEB_PROCESSES: '1',
  HOST: '127.0.0.1',
  PORT: '0',
  DATABASE_URL: addressOf(database, login),
  WORKER_DATABASE_URL: addressOf(database, 'izi_worker'),
});

/** The settings of a process that only serves players: a worker would first create a week's timetable. */
const webOnly = (database: TestDatabase): Record<string, string> => {
  const { WORKER_DATABASE_URL: _, ...settings } = production(database, 'izi_app');
  return { ...settings, ROLES: 'web' };
};

/** `npm run migrate`, as the owner. */
async function migrateAs(mode: string, database: TestDatabase, more: Record<string, string> = {}) {
  const said: string[] = [];
  const print = (line: string) => void said.push(line);
  const env = { MODE: mode, DATABASE_OWNER_URL: addressOf(database, database.config.user!), ...more };
  const code = await runMigrate(env, print, print);
  return { code, said: said.join('\n') };
}

describe('production', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('does not start before the database was migrated for it', async () => {
    const { code, said } = await startInVain(webOnly(database));
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^✗ the database belongs to no site yet\. [^\n]*npm run migrate[^\n]*$/),
    });
    expect(await migrateAs('production', database)).toEqual({ code: 0, said: '✓ The database is up to date' });
  });

  test('refuses an owner’s login in one plain line, for players and for the worker', async () => {
    const { code, said } = await startInVain(production(database, database.config.user!));
    expect(code).toBe(1);
    expect(said).toMatch(/^✗ DATABASE_URL logs in with more rights than the server needs: [^\n]*$/);
    const worker = await startInVain({
      ...production(database, 'izi_app'),
      ROLES: 'worker',
      WORKER_DATABASE_URL: addressOf(database, database.config.user!),
    });
    expect(worker.said).toMatch(/^✗ WORKER_DATABASE_URL logs in with more rights than the server needs: [^\n]*$/);
  });

  test('refuses a database that is newer or older, in one plain line', async () => {
    const other = await createTestDatabase();
    try {
      expect((await migrateAs('production', other)).code).toBe(0);
      await other.owner.query(
        `insert into migration (number, name, checksum) values (9999, '9999-of-a-later-version.sql', '')`,
      );
      const refusal = await refuseStart(other.owner, await readSchemaFiles());
      expect(refusal).toMatch(/^the database is newer than this version of the application\. [^\n]*$/);
      await other.owner.query(
        'delete from migration where number in (select number from migration order by number desc limit 2)',
      );
      const { code, said } = await startInVain(webOnly(other));
      expect(code).toBe(1);
      expect(said).toMatch(
        /^✗ the database is older than this version of the application\. [^\n]*npm run migrate[^\n]*$/,
      );
    } finally {
      await other.drop();
    }
  });

  test('refuses the owner’s address in its environment', async () => {
    const { code, said } = await startInVain({
      ...webOnly(database),
      DATABASE_OWNER_URL: addressOf(database, database.config.user!),
    });
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^✗ DATABASE_OWNER_URL is set [^\n]*$/) });
  });

  test('starts with all required settings, on a database that a demonstration refuses', async () => {
    const server = await startServer(data.folder, webOnly(database));
    expect(server.url).toBe('https://izi.example');
    await server.end('SIGTERM');
    const { code, said } = await startInVain({
      PORT: '0',
      DATABASE_URL: addressOf(database, 'izi_app'),
      DATABASE_OWNER_URL: addressOf(database, database.config.user!),
    });
    expect(code).toBe(1);
    expect(said).toMatch(/^✗ DATABASE_URL names the database of a production, and MODE is demo: [^\n]*$/);
    expect(await database.owner.query('select from client')).toEqual([]);
  });

  test('refuses the database of a demonstration', async () => {
    const demo = await createTestDatabase();
    try {
      expect(await claimDatabase(demo.owner, 'demo')).toBeNull();
      expect((await migrateAs('production', demo)).code).toBe(1);
      const { code, said } = await startInVain(webOnly(demo));
      expect(code).toBe(1);
      expect(said).toMatch(/^✗ DATABASE_URL names the database of a demonstration: [^\n]*$/);
    } finally {
      await demo.drop();
    }
  });
});

/** Takes a port whose neighbour below is free. */
async function takePortAfterFree(): Promise<{ taken: Server; port: number }> {
  const listen = (port: number): Promise<Server | null> => {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    return once(server, 'listening').then(
      () => server,
      () => null,
    );
  };
  for (;;) {
    const taken = (await listen(0))!;
    const { port } = taken.address() as AddressInfo;
    const below = await listen(port - 1);
    if (below !== null) {
      below.close();
      await once(below, 'close');
      return { taken, port };
    }
    taken.close();
  }
}

describe('the operators’ console in production', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.owner.query(`insert into site_mode (mode) values ('production')`);
  });
  afterAll(() => database.drop());

  const settings = (login = 'izi_console') => ({
    MODE: 'production',
    ROLES: 'console',
    CONSOLE_PORT: '0',
    CONSOLE_URL: 'https://console.example',
    CONSOLE_DATABASE_URL: addressOf(database, login),
    TRUST_PROXY: 'loopback',
    FACTOR_KEY: productionSettings.FACTOR_KEY,
    DOCUMENT_KEY: productionSettings.DOCUMENT_KEY,
    PERSON_KEY: productionSettings.PERSON_KEY,
  });

  test('is a process with its own login, and serves no player', async () => {
    const server = await startServer(data.folder, settings());
    expect(server.url).toBe('https://console.example');
    expect(server.output()).not.toContain('without a passkey');
    await server.end('SIGTERM');
  });

  test('refuses the login of the owner', async () => {
    const { code, said } = await startInVain(settings(database.config.user!));
    expect([code, said]).toEqual([1, expect.stringContaining('CONSOLE_DATABASE_URL logs in with more rights')]);
  });

  test('refuses a database with demo operators', async () => {
    const demo = await createTestDatabase();
    try {
      await demo.owner.query(`insert into site_mode (mode) values ('production')`);
      await demo.owner.query(`insert into console.operator (name, roles, demo) values ('demo-risk-1', '{risk}', true)`);
      const console = await startInVain({ ...settings(), CONSOLE_DATABASE_URL: addressOf(demo, 'izi_console') });
      expect([console.code, console.said]).toEqual([1, expect.stringContaining('lets anybody in as an operator')]);
    } finally {
      await demo.drop();
    }
  });
});

describe('what programs read in production', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.owner.query(`insert into site_mode (mode) values ('production')`);
  });
  afterAll(() => database.drop());

  const settings = (login = 'izi_machine') => ({
    MODE: 'production',
    ROLES: 'machine',
    MACHINE_PORT: '0',
    MACHINE_DATABASE_URL: addressOf(database, login),
    TRUST_PROXY: 'loopback',
  });

  test('is a process with its own login, and serves neither players nor operators', async () => {
    const server = await startServer(data.folder, settings());
    const { origin } = new URL(server.url);
    const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
    expect(await statusOf('/api/openapi.json')).toBe(200);
    expect(await statusOf('/api/payments')).toBe(401);
    for (const path of ['/', '/api/results', '/api/users/me', '/operator/me'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    await server.end('SIGTERM');
  });

  test('refuses the login of the owner', async () => {
    const { code, said } = await startInVain(settings(database.config.user!));
    expect([code, said]).toEqual([1, expect.stringContaining('MACHINE_DATABASE_URL logs in with more rights')]);
  });
});

test('a demonstration whose next port is taken starts without a console, and reports it', async () => {
  const { taken, port } = await takePortAfterFree();
  const folder = await createDataFolder();
  try {
    const server = await startServer(folder.folder, { PORT: String(port - 1), ROLES: 'web,console' });
    await expect.poll(() => server.output()).toContain(`Port ${port} is taken, so there is no operators’ console`);
    await server.end('SIGTERM');
    // Where somebody has said where it should be, it is an error.
    const { code, said } = await startInVain({ PORT: '0', ROLES: 'web,console', CONSOLE_PORT: String(port) });
    expect([code, said]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)]);
  } finally {
    taken.close();
    await folder.remove();
  }
});

test('a taken port is reported in one plain line', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  expect(await startInVain({ HOST: '127.0.0.1', PORT: port })).toEqual({
    code: 1,
    said: `✗ Port ${port} is taken. Stop what uses it, or choose another: PORT=3001 npm start`,
  });
  taken.close();
});

test('a wrong setting is reported in one plain line', async () => {
  expect(await startInVain({ DRAW_EVERY_MINUTES: '7' })).toEqual({
    code: 1,
    said: '✗ DRAW_EVERY_MINUTES must be a divisor of 60',
  });
});

test('a database that does not answer is reported in one plain line', async () => {
  const { code, said } = await startInVain({ PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/izi' });
  expect(code).toBe(1);
  expect(said).toMatch(/^✗ The database does not answer: .*ECONNREFUSED.* Is DATABASE_URL right\?$/);
});
