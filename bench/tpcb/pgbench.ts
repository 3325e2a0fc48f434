import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { access, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Pgbench {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const downloads = join(import.meta.dirname, '../../.cache/pgbench');

/** Finds pgbench in the usual places, else downloads Debian's packages without installing them; null when neither works. */
export async function findPgbench(): Promise<Pgbench | null> {
  return (await findInstalled()) ?? (await findUnpacked()) ?? (await unpackPackages());
}

async function findInstalled(): Promise<Pgbench | null> {
  const folders = (process.env['PATH'] ?? '').split(':');
  const versions = globSync('/usr/{lib/postgresql/*,pgsql-*,local/pgsql}/bin');
  for (const folder of [...versions.toSorted().toReversed(), ...folders]) {
    const file = join(folder, 'pgbench');
    if (await works({ file, env: {} })) return { file, env: {} };
  }
  return null;
}

async function findUnpacked(): Promise<Pgbench | null> {
  const [file] = globSync(join(downloads, 'usr/lib/postgresql/*/bin/pgbench'));
  if (file === undefined) return null;
  const [library] = globSync(join(downloads, 'usr/lib/*/libpq.so.5'));
  const pgbench = { file, env: library === undefined ? {} : { LD_LIBRARY_PATH: join(library, '..') } };
  return (await works(pgbench)) ? pgbench : null;
}

/** Installing the server package would start a server, so it is only unpacked. */
async function unpackPackages(): Promise<Pgbench | null> {
  try {
    await access('/usr/bin/apt-get');
    await mkdir(downloads, { recursive: true });
    if (process.getuid?.() === 0) await run('apt-get', ['update', '-qq']);
    const { stdout } = await run('apt-cache', ['depends', '--important', 'postgresql']);
    const server = /Depends: (postgresql-\d+)/.exec(stdout)?.[1];
    if (server === undefined) return null;
    await run('apt-get', ['download', '-qq', server, 'libpq5'], { cwd: downloads });
    for (const name of await readdir(downloads)) {
      if (name.endsWith('.deb')) await run('dpkg', ['--extract', name, '.'], { cwd: downloads });
    }
    return await findUnpacked();
  } catch {
    return null;
  }
}

async function works({ file, env }: Pgbench): Promise<boolean> {
  try {
    await run(file, ['--version'], { env: { ...process.env, ...env } });
    return true;
  } catch {
    return false;
  }
}
