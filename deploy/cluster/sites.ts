// The processes of the site, each with an HAProxy beside it that leads to the primary, and the door of players.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase as prepareSite } from '#server/prepare-database.ts';
import { keepSecret } from '#server/secrets.ts';
import { databaseProxyFile, playersProxyFile, type Passwords } from './configuration.ts';
import { standbyPortOf, type Plan } from './plan.ts';
import type { Processes } from './processes.ts';

const main = join(import.meta.dirname, '../../server/main.ts');

export const playersProxy = 'players/haproxy';
const ownProxy = 'psql/haproxy';
/** HAProxy beside a process of the site. */
export const proxyOf = (site: string) => `${site}/haproxy`;

/** The passwords of the owner of the tables, of players' processes and of workers. */
interface Logins {
  readonly owner: string;
  readonly login: string;
  readonly worker: string;
}

/** The passwords, which stay the same as long as the folder exists. */
export function readPasswords({ folder }: Plan): Passwords & Logins {
  const read = (name: string) => keepSecret(folder, `password-of-${name}`);
  return {
    superuser: read('postgres'),
    replication: read('replicator'),
    rewind: read('rewinder'),
    owner: read('izi'),
    login: read('izi_login'),
    worker: read('izi_worker_login'),
  };
}

const urlOf = (user: string, password: string, port: number, database = 'izi') =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

export function ownerUrl(plan: Plan, port = plan.databasePort): string {
  return urlOf('izi', readPasswords(plan).owner, port);
}

export async function startProxies(plan: Plan, processes: Processes): Promise<void> {
  const folder = join(plan.folder, 'haproxy');
  await mkdir(folder, { recursive: true });
  const start = async (name: string, text: string) => {
    const file = join(folder, `${name.replace('/', '-')}.cfg`);
    await writeFile(file, text);
    processes.start({ name, command: ['/usr/sbin/haproxy', '-db', '-f', file] });
  };
  await start(ownProxy, await databaseProxyFile(plan, plan.databasePort));
  for (const { name, databasePort } of plan.sites) {
    await start(proxyOf(name), await databaseProxyFile(plan, databasePort));
  }
  await start(playersProxy, await playersProxyFile(plan));
}

/** Makes the owner of the tables, the tables and the logins of the site, where they are not there; as `npm run migrate` does. */
export async function prepareDatabase(plan: Plan): Promise<void> {
  const { superuser, owner, login, worker } = readPasswords(plan);
  const has = 'select exists (select from pg_roles where rolname = $1) as has';
  await asSuperuser(plan, superuser, async (client) => {
    const ensure = async (sql: string, statement: string, name: string) => {
      const { rows } = await client.query<{ has: boolean }>(sql, [name]);
      if (!rows[0]!.has) await client.query(statement);
    };
    await ensure(has, `create role izi login createrole password '${owner}'`, 'izi');
    const hasDatabase = 'select exists (select from pg_database where datname = $1) as has';
    await ensure(hasDatabase, 'create database izi owner izi', 'izi');
  });
  await prepareSite({ connectionString: ownerUrl(plan) }, { mode: 'demo', beacon: null });
  await asSuperuser(plan, superuser, async (client) => {
    for (const [name, password, role] of [
      ['izi_login', login, 'izi_app'],
      ['izi_worker_login', worker, 'izi_worker'],
    ] as const) {
      const { rows } = await client.query<{ has: boolean }>(has, [name]);
      if (!rows[0]!.has) await client.query(`create role ${name} login password '${password}' in role ${role}`);
    }
  });
}

async function asSuperuser(plan: Plan, password: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf('postgres', password, plan.databasePort, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Draws every five minutes whose sales close a minute before, as docs/machines.md asks for with standbys. */
export function startSites(plan: Plan, processes: Processes): void {
  const { login, worker } = readPasswords(plan);
  for (const { name, role, port, databasePort } of plan.sites) {
    processes.start({
      name,
      command: [process.execPath, main],
      env: {
        PATH: process.env['PATH'] ?? '',
        MODE: 'demo',
        ROLES: role,
        HOST: '127.0.0.1',
        ...(port !== null && { PORT: String(port) }),
        PUBLIC_URL: `http://127.0.0.1:${plan.port}`,
        TRUST_PROXY: 'loopback',
        DATA_DIR: join(plan.folder, 'site'),
        ...(role === 'web'
          ? {
              DATABASE_URL: urlOf('izi_login', login, databasePort),
              DATABASE_READ_URL: `postgres://127.0.0.1:${standbyPortOf(databasePort)}/izi`,
            }
          : { WORKER_DATABASE_URL: urlOf('izi_worker_login', worker, databasePort) }),
        DRAW_EVERY_MINUTES: '5',
        SALES_CLOSE_SECONDS_BEFORE: '60',
        DEMO_MONTH: 'off',
        RATE_LIMIT_SCALE: '10000',
      },
    });
  }
}

const stopMs = 35_000;

/** The site first, so that it can still finish what it began. */
export async function endSites(processes: Processes, plan: Plan): Promise<void> {
  const started = new Set(processes.names());
  const startedAmong = (names: readonly string[]) => names.filter((name) => started.has(name));
  await processes.end(startedAmong(plan.sites.map(({ name }) => name)), stopMs);
  await processes.end(startedAmong([playersProxy, ownProxy, ...plan.sites.map(({ name }) => proxyOf(name))]), stopMs);
}
