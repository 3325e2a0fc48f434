// The faults of a cluster, and how each is made.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  etcdOf,
  findPostgres,
  findProcesses,
  killMachine,
  patroniOf,
  restoreMachine,
} from '#deploy/cluster/machines.ts';
import type { Cluster } from '#deploy/cluster/open-cluster.ts';
import { findLeader, findStandby, switchOver } from '#deploy/cluster/patroni.ts';
import type { Machine } from '#deploy/cluster/plan.ts';
import { signalAll } from '#deploy/cluster/proc.ts';
import { playersProxy, proxyOf } from '#deploy/cluster/sites.ts';

export interface Fault {
  readonly name: string;
  readonly what: string;
  /** The longest without an accepted bet, in seconds. */
  readonly goal: number;
  /**
   * The stopped process or machine starts again after this many milliseconds, and the goal counts from then: nothing could be acknowledged
   * before. Without a value it starts again once bets are accepted again.
   */
  readonly backAfterMs?: number;
  readonly needsCables?: true;
  /** Causes the fault. @returns a function that repairs it */
  strike(cluster: Cluster): Promise<() => Promise<void> | void>;
}

const process = 10;
const machine = 30;
const nothing = () => {};
const stopMs = 60_000;

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function machineOf({ plan }: Cluster, find: typeof findLeader): Promise<Machine> {
  const name = await find(plan);
  return plan.machines.find((each) => each.name === name)!;
}

const killProcess =
  (nameOf: (cluster: Cluster) => string | Promise<string>): Fault['strike'] =>
  async (cluster) => {
    signalAll([cluster.processes.pidOf(await nameOf(cluster))], 'SIGKILL');
    return nothing;
  };

const killMachineOf =
  (find: typeof findLeader): Fault['strike'] =>
  async (cluster) => {
    const struck = await machineOf(cluster, find);
    killMachine(cluster.processes, struck);
    return () => restoreMachine(cluster.processes, struck);
  };

const unplug =
  (find: typeof findLeader): Fault['strike'] =>
  async (cluster) => {
    const name = await find(cluster.plan);
    await cluster.network.plug(name, false);
    return () => cluster.network.plug(name, true);
  };

/** In the order of the table in docs/machines.md. */
export const faults: readonly Fault[] = [
  {
    name: 'postgres',
    what: 'kill -9 the primary’s PostgreSQL',
    goal: process,
    async strike(cluster) {
      signalAll(findPostgres(await machineOf(cluster, findLeader)), 'SIGKILL');
      return nothing;
    },
  },
  {
    name: 'patroni',
    what: 'kill -9 the primary’s Patroni',
    goal: process,
    strike: killProcess(async ({ plan }) => patroniOf(await findLeader(plan))),
  },
  {
    name: 'etcd',
    what: 'kill -9 etcd on the primary’s machine',
    goal: process,
    strike: killProcess(async ({ plan }) => etcdOf(await findLeader(plan))),
  },
  {
    name: 'haproxy',
    what: 'kill -9 the HAProxy of a web process',
    goal: process,
    strike: killProcess(() => proxyOf('web1')),
  },
  { name: 'door', what: 'kill -9 the players’ HAProxy', goal: process, strike: killProcess(() => playersProxy) },
  { name: 'web', what: 'kill -9 a web process', goal: process, strike: killProcess(() => 'web1') },
  { name: 'worker', what: 'kill -9 a worker process', goal: process, strike: killProcess(() => 'worker1') },
  {
    name: 'rolling',
    what: 'the three web processes are started anew, one after the other',
    goal: process,
    async strike({ plan, processes }) {
      for (const { name, role, port } of plan.sites) {
        if (role !== 'web') continue;
        const before = processes.pidOf(name);
        signalAll([before], 'SIGTERM');
        const isNew = () => processes.isRunning(name) && processes.pidOf(name) !== before;
        await awaitThat(isNew, stopMs);
        while (!(await isReady(port!))) await sleep(200);
      }
      return nothing;
    },
  },
  {
    name: 'switchover',
    what: 'switchover',
    goal: process,
    async strike({ plan }) {
      await switchOver(plan);
      return nothing;
    },
  },
  { name: 'machine', what: 'the primary’s machine dies', goal: machine, strike: killMachineOf(findLeader) },
  {
    name: 'freeze',
    what: 'the primary’s machine freezes, and goes on later',
    goal: machine,
    async strike(cluster) {
      const pids = findProcesses(cluster.processes, await machineOf(cluster, findLeader));
      signalAll(pids, 'SIGSTOP');
      return () => signalAll(pids, 'SIGCONT');
    },
  },
  {
    name: 'cable',
    what: 'the primary’s cable is pulled',
    goal: machine,
    needsCables: true,
    strike: unplug(findLeader),
  },
  {
    name: 'standby',
    what: 'the synchronous standby’s machine dies',
    goal: machine,
    strike: killMachineOf(findStandby),
  },
  {
    name: 'standby-cable',
    what: 'the synchronous standby’s cable is pulled',
    goal: machine,
    needsCables: true,
    strike: unplug(findStandby),
  },
  {
    name: 'standbys',
    what: 'both standbys freeze for 15 s (counted from their return)',
    goal: process,
    backAfterMs: 15_000,
    async strike(cluster) {
      const leader = await findLeader(cluster.plan);
      const pids = cluster.plan.machines.filter(({ name }) => name !== leader).flatMap(findPostgres);
      signalAll(pids, 'SIGSTOP');
      return () => signalAll(pids, 'SIGCONT');
    },
  },
];

/** Waits for `isDone`, asked often. @returns whether it came before so many milliseconds had passed */
export async function awaitThat(isDone: () => boolean, timeoutMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + timeoutMs;
  while (!isDone()) {
    if (performance.now() > giveUpAt) return false;
    await sleep(50);
  }
  return true;
}
