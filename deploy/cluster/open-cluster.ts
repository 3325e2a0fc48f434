import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from './error.ts';
import { endMachines, prepareFolder, prepareMachines, startMachine } from './machines.ts';
import { openNetwork, removeNetwork, type Network } from './network.ts';
import { ensurePackages } from './packages.ts';
import { isWhole, readMembers } from './patroni.ts';
import { planCluster, portsOf, type Plan } from './plan.ts';
import { isRunning } from './proc.ts';
import { createProcesses, readRecord, removeRecord, type Processes } from './processes.ts';
import { endSites, prepareDatabase, readPasswords, startProxies, startSites } from './sites.ts';

/** A cluster that runs on this machine, with the site on it. */
export interface Cluster {
  readonly plan: Plan;
  readonly network: Network;
  readonly processes: Processes;
  close(): Promise<void>;
}

/** A machine that is busy with something else takes its time. */
const readyMs = 300_000;
const askEveryMs = 250;

/**
 * Starts three databases, the site on them and the proxies between. It continues with what the folder holds from before.
 *
 * @param folder absolute
 * @param signal aborts a start that is under way
 * @throws ClusterError where this machine cannot have one; nothing is left running then
 */
export async function openCluster(
  folder: string,
  port: number,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<Cluster> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new ClusterError('the cluster needs Linux and root: its machines have users and networks of their own');
  }
  refuseRunning(folder);
  const installed = await ensurePackages(print);
  const network = await openNetwork(print);
  const plan = planCluster(folder, port, network);
  let processes: Processes | undefined;
  const close = async () => {
    if (processes !== undefined) {
      await endSites(processes, plan);
      await endMachines(processes, plan);
      removeRecord(folder);
    }
    if (network.kind === 'namespaces') await removeNetwork();
  };
  const step = async (what: string, work: () => Promise<unknown> | void) => {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    await work();
    print(`✓ ${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  };
  try {
    await refuseTakenPorts(plan);
    await prepareFolder(folder);
    await prepareMachines(plan, readPasswords(plan), installed);
    const running = (processes = createProcesses(folder));
    await step('Three databases, etcd and Patroni', async () => {
      for (const machine of plan.machines) startMachine(network, running, machine);
      await startProxies(plan, running);
      await until(async () => isWhole(await readMembers(plan)), 'the databases', plan, signal);
      await until(() => answers(plan.databasePort), 'the primary behind HAProxy', plan, signal);
    });
    await step('The tables', () => prepareDatabase(plan));
    await step('Three web and two worker processes', async () => {
      startSites(plan, running);
      await until(() => isReady(plan), 'the site', plan, signal);
    });
    return { plan, network, processes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Empties a folder for a cluster that begins again. @throws ClusterError where one runs, or where there is something else */
export async function emptyFolder(folder: string): Promise<void> {
  refuseRunning(folder);
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length > 0 && !names.includes('db1'))
    throw new ClusterError(`${folder} contains files that are not a cluster’s`);
  await rm(folder, { recursive: true, force: true });
}

function refuseRunning(folder: string): void {
  const record = readRecord(folder);
  if (record !== null && Object.values(record).some(isRunning)) {
    throw new ClusterError(`a cluster runs in ${folder}, or was killed there: run npm run cluster -- --stop`);
  }
}

/** @throws ClusterError naming what does not come, and where it says why */
async function until(
  isDone: () => Promise<boolean>,
  what: string,
  { folder }: Plan,
  signal: AbortSignal | undefined,
): Promise<void> {
  const giveUpAt = Date.now() + readyMs;
  while (!(await isDone())) {
    signal?.throwIfAborted();
    if (Date.now() > giveUpAt) throw new ClusterError(`${what} did not come within five minutes: see ${folder}/log`);
    await sleep(askEveryMs);
  }
}

/** Waits until every machine and every web process is well. @throws ClusterError when they are not in time */
export async function waitUntilWhole({ plan }: Pick<Cluster, 'plan'>): Promise<void> {
  await until(async () => isWhole(await readMembers(plan)), 'the databases', plan, undefined);
  await until(() => isReady(plan), 'the site', plan, undefined);
}

async function isReady({ port, sites }: Plan): Promise<boolean> {
  const ready = await Promise.all(
    [port, ...sites.flatMap((site) => site.port ?? [])].map((each) =>
      fetch(`http://127.0.0.1:${each}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.ok;
        },
        () => false,
      ),
    ),
  );
  return ready.every(Boolean);
}

/** Whether PostgreSQL is behind this port: HAProxy takes connections at once, and ends them where nobody is behind it. */
function answers(port: number): Promise<boolean> {
  const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => void socket.write(sslRequest));
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

async function refuseTakenPorts(plan: Plan): Promise<void> {
  const taken = await Promise.all(portsOf(plan).map(async (port) => ((await isTaken(port)) ? [port] : [])));
  const [port] = taken.flat();
  if (port !== undefined) throw new ClusterError(`port ${port} is taken: choose others with --port`);
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
