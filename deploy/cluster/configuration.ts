// The configurations of a cluster on one machine: the files of deploy/, with its addresses, folders and passwords.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ClusterError } from './error.ts';
import { ports, standbyPortOf, type Machine, type Plan } from './plan.ts';

const deploy = join(import.meta.dirname, '..');

export interface Passwords {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
}

/** The parts of `deploy/patroni/patroni.yml` that differ here. */
interface PatroniFile {
  name: string;
  restapi: object;
  etcd3?: object;
  /** Where etcd is, by its older API. */
  etcd?: object;
  bootstrap: { dcs: { postgresql: { parameters: Record<string, unknown> } } };
  postgresql: {
    listen: string;
    connect_address: string;
    data_dir: string;
    bin_dir: string;
    authentication: Record<keyof Passwords, { username: string; password: string }>;
    callbacks: Record<string, string>;
    pg_hba: string[];
    parameters?: Record<string, unknown>;
  };
}

/** The installed programs. */
export interface Installed {
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  /** Whether Patroni asks before it takes the leader's key over etcd's newer API; see docs/machines.md. */
  readonly keepsKeys: boolean;
}

export async function patroniFile(
  plan: Plan,
  machine: Machine,
  passwords: Passwords,
  { bin, keepsKeys }: Installed,
): Promise<string> {
  const file = parse(await read('patroni/patroni.yml')) as PatroniFile;
  const at = (port: number) => `${machine.address}:${port}`;
  const { parameters } = file.bootstrap.dcs.postgresql;
  // There is no place for an archive here.
  for (const name of Object.keys(parameters).filter((key) => key.startsWith('archive_'))) delete parameters[name];
  file.name = machine.name;
  file.restapi = { listen: at(ports.patroni), connect_address: at(ports.patroni) };
  delete file.etcd3;
  file[keepsKeys ? 'etcd3' : 'etcd'] = { hosts: plan.machines.map(({ address }) => `${address}:${ports.etcd}`) };
  const { authentication, callbacks, pg_hba: rules } = file.postgresql;
  for (const user of ['superuser', 'replication', 'rewind'] as const) authentication[user].password = passwords[user];
  for (const [event, script] of Object.entries(callbacks))
    callbacks[event] = join(plan.folder, script.slice(script.lastIndexOf('/') + 1));
  file.postgresql = {
    ...file.postgresql,
    listen: at(ports.postgres),
    connect_address: at(ports.postgres),
    data_dir: join(machine.folder, 'postgres'),
    bin_dir: bin,
    // One machine needs no certificates.
    pg_hba: rules.map((rule) => rule.replace('hostssl', 'host').replace('10.0.0.0/24', plan.range)),
    parameters: { unix_socket_directories: machine.folder, shared_buffers: '64MB' },
  };
  return stringify(file);
}

export async function etcdFile({ machines }: Plan, machine: Machine, { keepsKeys }: Installed): Promise<string> {
  const file = parse(await read('etcd/etcd.yml')) as Record<string, unknown>;
  const peers = `http://${machine.address}:${ports.etcdPeers}`;
  const clients = `http://${machine.address}:${ports.etcd}`;
  return stringify({
    ...file,
    ...(!keepsKeys && { 'enable-v2': true }),
    name: machine.name,
    'data-dir': join(machine.folder, 'etcd'),
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'initial-cluster': machines.map(({ name, address }) => `${name}=http://${address}:${ports.etcdPeers}`).join(','),
  });
}

/** HAProxy beside a process: from this port to the primary, and from another one to a standby. */
export async function databaseProxyFile({ machines }: Plan, port: number): Promise<string> {
  const file = await read('haproxy/haproxy.cfg');
  return fill(file, [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    ['127.0.0.1:5001', `127.0.0.1:${standbyPortOf(port)}`],
    ...machines.map(({ address }, index): [string, string] => [
      `10.0.0.1${index + 1}:5432`,
      `${address}:${ports.postgres}`,
    ]),
  ]);
}

/** The door of players, for up to three web processes. */
export async function playersProxyFile({
  sites,
  port,
}: Pick<Plan, 'port'> & { readonly sites: readonly Pick<Plan['sites'][number], 'role' | 'port'>[] }): Promise<string> {
  const webs = sites.filter(({ role }) => role === 'web');
  const lines = (await read('haproxy/players.cfg')).split('\n');
  const ofThese = lines.filter((line) => Number(/^ {2}server web(\d)/.exec(line)?.[1] ?? 0) <= webs.length);
  return fill(ofThese.join('\n'), [
    ['127.0.0.1:3000', `127.0.0.1:${port}`],
    ...webs.map((web, index): [string, string] => [`10.0.0.2${index + 1}:3000`, `127.0.0.1:${web.port!}`]),
  ]);
}

export const readAnalyzeScript = () => read('patroni/analyze.sh');

function read(file: string): Promise<string> {
  return readFile(join(deploy, file), 'utf8');
}

function fill(file: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new ClusterError(`a file of deploy/ no longer contains ${from}`);
    return text.replaceAll(from, to);
  }, file);
}
