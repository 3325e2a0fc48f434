import { join } from 'node:path';

/** One of the three machines with a database. */
export interface Machine {
  /** The name in Patroni, etcd and HAProxy: `db1`. */
  readonly name: string;
  readonly address: string;
  readonly folder: string;
}

/** A process of the site, with the HAProxy beside it, both on 127.0.0.1. */
interface Site {
  /** `web1` or `worker1`. */
  readonly name: string;
  readonly role: 'web' | 'worker';
  /** Null for a worker, which nobody calls. */
  readonly port: number | null;
  /** Where its HAProxy leads to the primary. */
  readonly databasePort: number;
}

/** Which process is where. */
export interface Plan {
  /** Absolute; everything that a cluster keeps lies in it. */
  readonly folder: string;
  readonly machines: readonly Machine[];
  /** Where connections to the machines come from, as `pg_hba.conf` takes it. */
  readonly range: string;
  readonly sites: readonly Site[];
  /** The door of players. */
  readonly port: number;
  /** An HAProxy of your own to the primary, for psql. */
  readonly databasePort: number;
}

export const defaultPort = 3400;
export const ports = { etcd: 2379, etcdPeers: 2380, patroni: 8008, postgres: 5432 } as const;

const webs = 3;
const workers = 2;

/** @param addresses of the three machines, and `range` of whoever calls them */
export function planCluster(
  folder: string,
  port: number,
  { addresses, range }: { readonly addresses: readonly string[]; readonly range: string },
): Plan {
  const site = (role: Site['role'], number: number, databasePort: number): Site => ({
    name: `${role}${number}`,
    role,
    port: role === 'web' ? port + number : null,
    databasePort,
  });
  return {
    folder,
    range,
    machines: addresses.map((address, index) => ({
      name: `db${index + 1}`,
      address,
      folder: join(folder, `db${index + 1}`),
    })),
    sites: [
      ...Array.from({ length: webs }, (_, index) => site('web', index + 1, port + 11 + index)),
      ...Array.from({ length: workers }, (_, index) => site('worker', index + 1, port + 21 + index)),
    ],
    port,
    databasePort: port + 10,
  };
}

/** Where the HAProxy at this port leads to a standby. */
export const standbyPortOf = (databasePort: number) => databasePort + 20;

/** Every port on 127.0.0.1 that has to be free. */
export function portsOf({ port, databasePort, sites }: Plan): number[] {
  const proxies = [databasePort, ...sites.map((site) => site.databasePort)];
  return [port, ...sites.flatMap((site) => site.port ?? []), ...proxies, ...proxies.map(standbyPortOf)];
}
