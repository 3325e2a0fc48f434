import { capture } from '#scripts/step.js';
import { ClusterError } from './error.ts';

/**
 * The cables between three machines. Each is a network namespace of Linux on one bridge; where that is not allowed, as in most
 * containers, an address of the loopback, and no cable can be pulled.
 */
export interface Network {
  readonly kind: 'namespaces' | 'loopback';
  readonly addresses: readonly string[];
  /** Where calls to the machines come from, as `pg_hba.conf` takes it. */
  readonly range: string;
  /** The words to put before a command, so that it runs on this machine. */
  enter(machine: string): readonly string[];
  /** Pulls a machine's cable, or plugs it in again. Only with namespaces. */
  plug(machine: string, isPlugged: boolean): Promise<void>;
}

const machines = ['db1', 'db2', 'db3'] as const;
const bridge = 'izi-cluster';
/** One of the addresses that are reserved for tests of networks (RFC 2544), so nobody uses it. */
const subnet = '198.18.77';
const nameOf = (machine: string) => `izi-${machine}`;

const ip = (...args: string[]) => capture('ip', args, { timeoutMs: 10_000 });

export async function openNetwork(print: (line: string) => void): Promise<Network> {
  if (await isThere()) {
    throw new ClusterError('a cluster runs on this machine, or was killed: run npm run cluster -- --stop');
  }
  const refusal = await makeNamespaces();
  if (refusal === null) return byNamespaces;
  await removeNetwork();
  print(`· Cables cannot be pulled here, because network namespaces are not allowed: ${refusal}`);
  return onLoopback;
}

const byNamespaces: Network = {
  kind: 'namespaces',
  addresses: machines.map((_, index) => `${subnet}.1${index + 1}`),
  range: `${subnet}.0/24`,
  enter: (machine) => ['ip', 'netns', 'exec', nameOf(machine)],
  async plug(machine, isPlugged) {
    const { code, output } = await ip('link', 'set', nameOf(machine), isPlugged ? 'up' : 'down');
    if (code !== 0) throw new ClusterError(`ip link set ${nameOf(machine)}: ${output.trim()}`);
  },
};

const onLoopback: Network = {
  kind: 'loopback',
  addresses: machines.map((_, index) => `127.77.0.1${index + 1}`),
  range: '127.0.0.0/8',
  enter: () => [],
  plug: () => Promise.reject(new ClusterError('the loopback has no cable')),
};

async function isThere(): Promise<boolean> {
  const { output } = await ip('netns', 'list');
  return output.split('\n').some((line) => machines.some((machine) => line.split(' ')[0] === nameOf(machine)));
}

/** @returns why it does not work; null when it did */
async function makeNamespaces(): Promise<string | null> {
  const steps = [
    ['link', 'add', bridge, 'type', 'bridge'],
    ['addr', 'add', `${subnet}.1/24`, 'dev', bridge],
    ['link', 'set', bridge, 'up'],
    ...machines.flatMap((machine, index) => {
      const name = nameOf(machine);
      return [
        ['netns', 'add', name],
        ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name],
        ['link', 'set', name, 'master', bridge, 'up'],
        ['-n', name, 'addr', 'add', `${byNamespaces.addresses[index]!}/24`, 'dev', 'eth0'],
        ['-n', name, 'link', 'set', 'eth0', 'up'],
        ['-n', name, 'link', 'set', 'lo', 'up'],
      ];
    }),
  ];
  for (const step of steps) {
    const { code, output } = await ip(...step);
    if (code !== 0) return output.trim().split('\n')[0] ?? `ip ${step.join(' ')}`;
  }
  return null;
}

/** Removes the namespaces and the bridge, where they are there. */
export async function removeNetwork(): Promise<void> {
  for (const machine of machines) {
    await ip('link', 'del', nameOf(machine));
    await ip('netns', 'del', nameOf(machine));
  }
  await ip('link', 'del', bridge);
}
