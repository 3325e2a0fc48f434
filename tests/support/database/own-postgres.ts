import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseNamedAccount, type Account } from '#database/embedded/account.ts';
import type { ConnectionConfig } from '#database/connect.ts';

const run = promisify(execFile);
/** Where Debian puts the oldest version that is supported, which is the one of Debian 12. */
export const debian15 = '/usr/lib/postgresql/15/bin';
/** The user to run it as when we are root: one without any rights, like for the embedded database. */
const nobody: Account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * A server of another PostgreSQL that is installed on this machine, such as Debian's, for tests of other versions.
 *
 * @param bin the folder of its programs, such as `/usr/lib/postgresql/15/bin`
 * @param folder an empty folder, which the server's user can reach
 * @param parameters server settings
 */
export async function startOwnPostgres(
  bin: string,
  folder: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ readonly config: ConnectionConfig; readonly stop: () => Promise<void> }> {
  const account = await chooseNamedAccount(nobody);
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o711);
  if (account.uid !== undefined) await chown(data, account.uid, account.gid);
  const flags = ['--username=izi', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, ...flags], { ...account, cwd: data });

  const settings = { ...parameters, listen_addresses: '', unix_socket_directories: data };
  const log = await open(join(folder, 'log'), 'a');
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: data, stdio: ['ignore', log.fd, log.fd] },
  );
  await log.close();
  const gone = once(server, 'exit');
  const config = { host: data, port: 5432, user: 'izi', database: 'izi', ssl: false };
  while (!(await answers(config))) {
    if (server.exitCode !== null)
      throw new Error(`${bin} does not start:\n${await readFile(join(folder, 'log'), 'utf8')}`);
    await sleep(50);
  }
  const client = new pg.Client({ ...config, database: 'postgres' });
  await client.connect();
  await client.query('create database izi');
  await client.end();
  return {
    config,
    async stop() {
      server.kill('SIGINT');
      await gone;
    },
  };
}

async function answers(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, database: 'postgres' });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
