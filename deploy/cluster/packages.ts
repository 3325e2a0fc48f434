import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capture } from '#scripts/step.js';
import type { Installed } from './configuration.ts';
import { ClusterError } from './error.ts';

/** Debian's packages, by a file of each. */
const packages = [
  { name: 'patroni', file: '/usr/bin/patroni' },
  { name: 'python3-etcd', file: '/usr/lib/python3/dist-packages/etcd' },
  { name: 'etcd-server', file: '/usr/bin/etcd' },
  { name: 'haproxy', file: '/usr/sbin/haproxy' },
  { name: 'iproute2', file: '/usr/sbin/ip' },
] as const;

const versions = '/usr/lib/postgresql';
const oldestMajor = 15;
const policy = '/usr/sbin/policy-rc.d';

/** Installs what is missing with apt-get. @returns the newest PostgreSQL that is installed, and whether Patroni keeps its keys */
export async function ensurePackages(print: (line: string) => void): Promise<Installed> {
  const missing: string[] = packages.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  if ((await findPostgres()) === null) missing.push('postgresql');
  if (missing.length > 0) {
    print(`· apt-get install ${missing.join(' ')}`);
    await install(missing);
  }
  const bin = await findPostgres();
  if (bin === null) throw new ClusterError(`Debian has no PostgreSQL from ${oldestMajor} on: ${versions} is empty`);
  const { output } = await capture('patroni', ['--version']);
  return { bin, keepsKeys: keepsKeys(output) };
}

/**
 * Before 3.0.3 a primary that was frozen takes the leader's key back from whoever has it by then, over etcd's newer API
 * (https://github.com/patroni/patroni/pull/2689), and before 3.1 its view of the keys may stay old (2783).
 *
 * @param version as Patroni tells it, `patroni 3.0.2`
 */
export function keepsKeys(version: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 1);
}

async function findPostgres(): Promise<string | null> {
  const majors = (await readdir(versions).catch(() => [])).map(Number).filter((major) => major >= oldestMajor);
  const bins = majors.toSorted((a, b) => b - a).map((major) => join(versions, String(major), 'bin'));
  return bins.find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
}

/** The installed services are not started: the cluster has processes of its own. */
async function install(names: readonly string[]): Promise<void> {
  const aptGet = (...args: string[]) =>
    capture('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 300_000 });
  const isOurs = !existsSync(policy);
  if (isOurs) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const args = ['install', '-qy', '--no-install-recommends', ...names];
    let result = await aptGet(...args);
    // The lists of packages may be old, or missing.
    if (result.code !== 0 && (await aptGet('update', '-q')).code === 0) result = await aptGet(...args);
    if (result.code !== 0) throw new ClusterError(explain(result, names));
  } finally {
    if (isOurs) await rm(policy, { force: true });
  }
}

function explain({ code, output }: { code: number; output: string }, names: readonly string[]): string {
  const install = `apt-get install ${names.join(' ')}`;
  if (code === 127) return `there is no apt-get: the cluster takes Debian's packages ${names.join(', ')}`;
  if (code === 124) return `${install} took longer than five minutes`;
  const said = output.split('\n').find((line) => line.startsWith('E: ')) ?? output.trim().split('\n').at(-1) ?? '';
  return `${install} does not work here: ${said.trim()}`;
}
