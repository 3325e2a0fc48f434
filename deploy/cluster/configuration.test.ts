import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { databaseProxyFile, etcdFile, patroniFile, playersProxyFile } from './configuration.ts';
import { keepsKeys } from './packages.ts';
import { isWhole, type Member } from './patroni.ts';
import { planCluster, portsOf } from './plan.ts';

const plan = planCluster('/var/lib/izi', 3400, {
  addresses: ['198.18.77.11', '198.18.77.12', '198.18.77.13'],
  range: '198.18.77.0/24',
});
const passwords = { superuser: 'one', replication: 'two', rewind: 'three' };
const installed = { bin: '/usr/lib/postgresql/15/bin', keepsKeys: true };
const [db1, db2] = plan.machines as [(typeof plan.machines)[0], (typeof plan.machines)[0]];

test('each machine has the Patroni configuration of deploy/, with only places and passwords changed', async () => {
  const text = await patroniFile(plan, db2, passwords, installed);
  expect(text).not.toMatch(/10\.0\.0|CHANGE|hostssl/);
  expect(parse(text)).toMatchObject({
    name: 'db2',
    restapi: { listen: '198.18.77.12:8008' },
    etcd3: { hosts: ['198.18.77.11:2379', '198.18.77.12:2379', '198.18.77.13:2379'] },
    bootstrap: {
      dcs: {
        ttl: 20,
        primary_start_timeout: 0,
        // Without these three an acknowledged bet is on one machine only.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { synchronous_commit: 'on', wal_sender_timeout: '5s' } },
      },
    },
    postgresql: {
      listen: '198.18.77.12:5432',
      data_dir: '/var/lib/izi/db2/postgres',
      bin_dir: '/usr/lib/postgresql/15/bin',
      authentication: {
        superuser: { password: 'one' },
        replication: { password: 'two' },
        rewind: { password: 'three' },
      },
      callbacks: { on_role_change: '/var/lib/izi/analyze.sh' },
      pg_hba: [
        'local all all peer',
        'host all all 198.18.77.0/24 scram-sha-256',
        'host replication replicator 198.18.77.0/24 scram-sha-256',
      ],
    },
  });
  expect(text).not.toContain('archive_');
});

test('each etcd node knows all three, and uses the same API version as Patroni', async () => {
  const text = await etcdFile(plan, db1, installed);
  expect(text).not.toContain('10.0.0.');
  expect(parse(text)).toMatchObject({
    name: 'db1',
    'data-dir': '/var/lib/izi/db1/etcd',
    'listen-client-urls': 'http://198.18.77.11:2379',
    'initial-cluster': 'db1=http://198.18.77.11:2380,db2=http://198.18.77.12:2380,db3=http://198.18.77.13:2380',
    'enable-grpc-gateway': true,
  });
});

test('with a Patroni that drops the leader’s key, Patroni and etcd use the older API', async () => {
  expect(['patroni 3.0.2', 'patroni 2.1.4', 'patroni 3.1.0', 'patroni 4.0.7', ''].map(keepsKeys)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  const old = { ...installed, keepsKeys: false };
  const patroni = parse(await patroniFile(plan, db1, passwords, old)) as object;
  expect(patroni).not.toHaveProperty('etcd3');
  expect(patroni).toMatchObject({ etcd: { hosts: expect.arrayContaining(['198.18.77.11:2379']) as string[] } });
  expect(parse(await etcdFile(plan, db1, old))).toMatchObject({ 'enable-v2': true });
});

test('HAProxy connects a process to three databases, and players to three web processes', async () => {
  const servers = (text: string) =>
    [...text.matchAll(/^ {2}(?:bind|server \w+) (\S+)/gm)].map(([, address]) => address);
  expect(servers(await databaseProxyFile(plan, 3411))).toEqual([
    '127.0.0.1:3411',
    '198.18.77.11:5432',
    '198.18.77.12:5432',
    '198.18.77.13:5432',
    '127.0.0.1:3431',
    '198.18.77.11:5432',
    '198.18.77.12:5432',
    '198.18.77.13:5432',
  ]);
  const players = await playersProxyFile(plan);
  const webs = ['127.0.0.1:3401', '127.0.0.1:3402', '127.0.0.1:3403'];
  // Bets, other calls and streams wait apart from each other.
  expect(servers(players)).toEqual(['127.0.0.1:3400', ...webs, ...webs, ...webs]);
  expect(servers(await playersProxyFile({ ...plan, sites: plan.sites.filter(({ name }) => name === 'web1') }))).toEqual(
    ['127.0.0.1:3400', webs[0], webs[0], webs[0]],
  );
  // A request that reached a process may have been carried out: a proxy that sent it again would bet for a player who did not ask.
  expect(/^\s*retry-on (.*)$/m.exec(players)?.[1]).toBe('conn-failure');
});

test('no port is used twice', () => {
  const ports = portsOf(plan);
  expect(ports).toHaveLength(16);
  expect(new Set(ports).size).toBe(ports.length);
});

test('a cluster is complete with a primary and two standbys that follow it, one of them synchronous', () => {
  const member = (name: string, role: Member['role'], more: Partial<Member> = {}): Member => ({
    name,
    role,
    state: 'running',
    ...(role !== 'leader' && { lag: 0 }),
    ...more,
  });
  const [leader, sync, replica] = [member('db1', 'leader'), member('db2', 'sync_standby'), member('db3', 'replica')];
  expect(isWhole([leader, sync, replica])).toBe(true);
  expect(isWhole([leader, sync, member('db3', 'replica', { state: 'streaming' })])).toBe(true);
  expect(isWhole([leader, member('db2', 'replica'), replica])).toBe(false);
  expect(isWhole([leader, sync])).toBe(false);
  expect(isWhole([leader, sync, member('db3', 'replica', { lag: 'unknown' })])).toBe(false);
  expect(isWhole([leader, sync, member('db3', 'replica', { state: 'starting' })])).toBe(false);
  expect(isWhole([member('db1', 'leader', { state: 'stopped' }), sync, replica])).toBe(false);
  expect(isWhole([])).toBe(false);
});
