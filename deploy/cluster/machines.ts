// The machines of the databases: etcd, Patroni, and the PostgreSQL that Patroni runs.
import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { capture } from '#scripts/step.js';
import { etcdFile, patroniFile, readAnalyzeScript, type Installed, type Passwords } from './configuration.ts';
import { ClusterError } from './error.ts';
import type { Network } from './network.ts';
import type { Machine, Plan } from './plan.ts';
import { endAll, findPostmaster, markOf, signalAll, withDescendants } from './proc.ts';
import type { Processes } from './processes.ts';

/** PostgreSQL does not run as root. Debian's package makes this user. */
const user = 'postgres';
const path = '/usr/sbin:/usr/bin:/sbin:/bin';

export const etcdOf = (machine: string) => `${machine}/etcd`;
export const patroniOf = (machine: string) => `${machine}/patroni`;
/** The processes that Patroni runs PostgreSQL in. */
const postgresFolder = (machine: Machine) => join(machine.folder, 'postgres');

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Writes each machine's files into its folder, which `prepareFolder` made. */
export async function prepareMachines(plan: Plan, passwords: Passwords, installed: Installed): Promise<void> {
  const account = await readAccount();
  await writeFor(account, join(plan.folder, 'analyze.sh'), await readAnalyzeScript(), 0o755);
  for (const machine of plan.machines) {
    for (const folder of [machine.folder, join(machine.folder, 'etcd')]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chown(folder, account.uid, account.gid);
    }
    await writeFor(account, join(machine.folder, 'etcd.yml'), await etcdFile(plan, machine, installed), 0o600);
    const patroni = await patroniFile(plan, machine, passwords, installed);
    await writeFor(account, join(machine.folder, 'patroni.yml'), patroni, 0o600);
  }
}

/** Makes the folder of a cluster. @throws ClusterError where PostgreSQL's user cannot reach it */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  const canReach = async () => (await capture('setpriv', [...asUser, 'test', '-x', folder])).code === 0;
  if (await canReach()) return;
  // The data folder of a demonstration lets only its owner in. What lies in it is guarded by itself.
  const { mode } = await stat(dirname(folder));
  await chmod(dirname(folder), mode | 0o011);
  if (await canReach()) return;
  throw new ClusterError(
    `the user ${user} cannot reach ${folder}: name another folder, such as --folder /var/lib/izi-cluster`,
  );
}

async function writeFor({ uid, gid }: Account, file: string, text: string, mode: number): Promise<void> {
  await writeFile(file, text, { mode });
  await chmod(file, mode);
  await chown(file, uid, gid);
}

async function readAccount(): Promise<Account> {
  const ids = await Promise.all(['-u', '-g'].map((flag) => capture('id', [flag, user])));
  if (ids.some(({ code }) => code !== 0)) throw new ClusterError(`there is no user ${user}`);
  const [uid, gid] = ids.map(({ output }) => Number(output.trim()));
  return { uid: uid!, gid: gid! };
}

const asUser = [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] as const;

export function startMachine({ enter }: Network, processes: Processes, machine: Machine): void {
  const run = (name: string, env: Record<string, string>, ...command: string[]) =>
    processes.start({
      name,
      command: [...enter(machine.name), 'setpriv', ...asUser, ...command],
      env: { PATH: path, LC_ALL: 'C.UTF-8', HOME: machine.folder, ...env },
    });
  run(etcdOf(machine.name), {}, 'etcd', '--config-file', join(machine.folder, 'etcd.yml'));
  // Where the callbacks of Patroni find the database.
  run(patroniOf(machine.name), { PGHOST: machine.folder }, 'patroni', join(machine.folder, 'patroni.yml'));
}

/** PostgreSQL on this machine, whose parent is nobody any more where its Patroni was killed. */
export function findPostgres(machine: Machine): number[] {
  const postmaster = findPostmaster(postgresFolder(machine));
  return postmaster === null ? [] : withDescendants([postmaster]);
}

/** Every process of a machine. */
export function findProcesses(processes: Processes, machine: Machine): number[] {
  const own = [etcdOf(machine.name), patroniOf(machine.name)].filter((name) => processes.isRunning(name));
  return [...new Set([...withDescendants(own.map((name) => processes.pidOf(name))), ...findPostgres(machine)])];
}

/** Acts like a power failure; `restoreMachine` is the return of the power. */
export function killMachine(processes: Processes, machine: Machine): void {
  processes.hold([etcdOf(machine.name), patroniOf(machine.name)]);
  signalAll(findProcesses(processes, machine), 'SIGKILL');
}

export function restoreMachine(processes: Processes, machine: Machine): void {
  processes.release([etcdOf(machine.name), patroniOf(machine.name)]);
}

const stopMs = 30_000;

/** Ends Patroni first, so that it starts no PostgreSQL again, then each PostgreSQL in order, then etcd. */
export async function endMachines(processes: Processes, plan: Plan): Promise<void> {
  const started = new Set(processes.names());
  const startedNames = (nameOf: (machine: string) => string) =>
    plan.machines.map(({ name }) => nameOf(name)).filter((name) => started.has(name));
  await processes.end(startedNames(patroniOf), stopMs);
  await endPostgres(plan.machines);
  await processes.end(startedNames(etcdOf), stopMs);
}

export async function endPostgres(machines: readonly Machine[]): Promise<void> {
  const marks = machines.flatMap(findPostgres).flatMap((pid) => markOf(pid) ?? []);
  await endAll(marks, stopMs);
}
