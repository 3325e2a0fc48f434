import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { playersProxyFile } from '#deploy/cluster/configuration.ts';
import { patience } from '#tests/support/patience.ts';
import { waitFor } from './support/players/outsider.ts';
import { freePort } from './support/site/free-port.ts';

/** HAProxy's view of one machine: Patroni's REST port, which says who is primary, and the port of the database. */
interface Machine {
  readonly name: string;
  readonly restPort: number;
  readonly databasePort: number;
  isPrimary: boolean;
}

/** A server that is closed after the test, with its connections. */
async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => open.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function startMachine(name: string, isPrimary: boolean): Promise<Machine> {
  const rest = createHttpServer((request, response) => {
    response
      .writeHead(
        request.method === 'OPTIONS' && request.url === (machine.isPrimary ? '/primary' : '/replica') ? 200 : 503,
      )
      .end();
  });
  const database = createServer((socket) => socket.write(name));
  const machine: Machine = { name, isPrimary, restPort: await listen(rest), databasePort: await listen(database) };
  return machine;
}

async function startHaproxy(machines: readonly Machine[]): Promise<Record<'primary' | 'standby', number> | null> {
  const ports = { primary: await freePort(), standby: await freePort() };
  let config = await readFile(join(import.meta.dirname, '../deploy/haproxy/haproxy.cfg'), 'utf8');
  const set = (from: string, to: string) => {
    expect(config).toContain(from);
    config = config.replaceAll(from, to);
  };
  set('127.0.0.1:5000', `127.0.0.1:${ports.primary}`);
  set('127.0.0.1:5001', `127.0.0.1:${ports.standby}`);
  for (const [index, { restPort, databasePort }] of machines.entries()) {
    set(`10.0.0.1${index + 1}:5432`, `127.0.0.1:${databasePort}`);
    set(`${databasePort} maxconn 200 check port 8008`, `${databasePort} maxconn 200 check port ${restPort}`);
    set(`${databasePort} maxconn 100 check port 8008`, `${databasePort} maxconn 100 check port ${restPort}`);
  }
  return (await runHaproxy(config)) ? ports : null;
}

/** @returns whether HAProxy is installed. It ends with the test. */
async function runHaproxy(config: string): Promise<boolean> {
  const folder = await mkdtemp('/tmp/izi-haproxy-');
  await writeFile(join(folder, 'haproxy.cfg'), config);
  const haproxy: ChildProcess = spawn('haproxy', ['-db', '-q', '-f', join(folder, 'haproxy.cfg')], {
    stdio: 'inherit',
  });
  const started = await once(haproxy, 'spawn').then(
    () => true,
    () => false,
  );
  onTestFinished(async () => {
    if (started) haproxy.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  return started;
}

/** A session over the proxy, and which machine it leads to; null where it leads to none. */
async function openSession(port: number): Promise<{ leadsTo: string | null; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const ended = new Promise((resolve) => void socket.once('close', resolve));
  onTestFinished(() => void socket.destroy());
  const leadsTo = await Promise.race([
    new Promise<string>((resolve) => void socket.once('data', (bytes) => resolve(String(bytes)))),
    ended.then(() => null),
    sleep(patience(500), null),
  ]);
  return { leadsTo, ended };
}

/** A session that leads there. Before its first checks HAProxy takes every machine for what it looks for. */
async function openUntil(port: number, leadsTo: string | null): ReturnType<typeof openSession> {
  let session: Awaited<ReturnType<typeof openSession>>;
  await waitFor(
    async () => (session = await openSession(port)).leadsTo === leadsTo,
    `a session at ${port} that leads to ${leadsTo}`,
  );
  return session!;
}

test('sessions lead to the primary or to one standby, and are ended when it is that no longer', async (context) => {
  const machines = await Promise.all(['db1', 'db2', 'db3'].map((name) => startMachine(name, name === 'db1')));
  const ports = await startHaproxy(machines);
  if (ports === null) return skip(context);
  const session = await openUntil(ports.primary, 'db1');
  const ofStandby = await openUntil(ports.standby, 'db2');
  machines[0]!.isPrimary = false;
  machines[2]!.isPrimary = true;
  await session.ended;
  await openUntil(ports.primary, 'db3');
  // The first machine is the first standby: no session stays with another one.
  await ofStandby.ended;
  await openUntil(ports.standby, 'db1');
  machines[2]!.isPrimary = false;
  await openUntil(ports.primary, null);
});

/** The players' HAProxy in front of a site that takes one bet at a time and answers as the test says. Bets wait for a minute. */
interface Queue {
  /** Sends a bet of this player. */
  bet(player: string): void;
  untilWaiting(count: number): Promise<void>;
  /** The players whose bets have come to the site, in order, once there are so many. */
  untilServed(count: number): Promise<readonly string[]>;
  /** Answers the bet that came to the site as this one, counted from 0. */
  answer(index: number, status: number): void;
}

/** @param lotMs a player's place is moved back by less than this, by lot */
async function startQueue(lotMs: number): Promise<Queue | null> {
  const served: string[] = [];
  const open: ServerResponse[] = [];
  const site = createHttpServer((request, response) => {
    if (request.url === '/readyz') return void response.end();
    served.push(request.headers.authorization!);
    open.push(response);
  });
  const [port, statsPort] = [await freePort(), await freePort()];
  let config = await playersProxyFile({ port, sites: [{ role: 'web', port: await listen(site) }] });
  const set = (from: string, to: string) => {
    expect(config).toContain(from);
    config = config.replace(from, to);
  };
  // Each step of the test has time.
  set('maxconn 32', 'maxconn 1');
  set('timeout queue 900ms', 'timeout queue 60s');
  set('expire 10s', 'expire 10m');
  set('rand(4000)', `rand(${lotMs})`);
  const stats = `listen stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /\n`;
  if (!(await runHaproxy(`${config}\n${stats}`))) return null;
  await waitFor(
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true,
    'a site that is ready',
  );
  return {
    bet(player) {
      const call = { method: 'POST', headers: { authorization: player } };
      void fetch(`http://127.0.0.1:${port}/api/bets`, call).catch(() => {});
    },
    async untilWaiting(count) {
      const isWaiting = async () => {
        const lines = (await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text()).split('\n');
        return lines.some((line) => line.startsWith(`bets,BACKEND,${count},`));
      };
      await waitFor(isWaiting, `${count} bets that wait`);
    },
    async untilServed(count) {
      await waitFor(async () => served.length === count, `${count} bets that have had the place`);
      return served;
    },
    answer: (index, status) => void open[index]!.writeHead(status).end(),
  };
}

test('without a lot the player who has tried for longest comes first among the bets that wait, however late the last try', async (context) => {
  const queue = await startQueue(1);
  if (queue === null) return skip(context);
  queue.bet('early');
  await queue.untilServed(1);
  queue.answer(0, 503);
  queue.bet('other');
  await queue.untilServed(2);
  queue.bet('late');
  await queue.untilWaiting(1);
  queue.bet('early');
  await queue.untilWaiting(2);
  for (const index of [1, 2]) {
    queue.answer(index, 201);
    await queue.untilServed(index + 2);
  }
  queue.answer(3, 201);
  expect(await queue.untilServed(4)).toEqual(['early', 'other', 'early', 'late']);
});

test('players who begin together have their places by a lot, which a player keeps until a bet is answered', async (context) => {
  const players = Array.from({ length: 10 }, (_, index) => `player-${index}`);
  // Far more than a slow machine takes to send the bets of all.
  const queue = await startQueue(500_000);
  if (queue === null) return skip(context);
  let count = 0;
  /** Sends a bet of each of them, and answers one after the other. */
  async function serveInTurn(senders: readonly string[], status: number): Promise<readonly string[]> {
    queue!.bet('who has the place');
    await queue!.untilServed((count += 1));
    for (const player of senders) queue!.bet(player);
    await queue!.untilWaiting(senders.length);
    queue!.answer(count - 1, 201);
    for (const _ of senders) {
      await queue!.untilServed((count += 1));
      queue!.answer(count - 1, status);
    }
    return (await queue!.untilServed(count)).slice(-senders.length);
  }
  const first = await serveInTurn(players, 503);
  expect(first).not.toEqual(players);
  expect(await serveInTurn(players.toReversed(), 503)).toEqual(first);
  expect(await serveInTurn(players, 201)).toEqual(first);
  expect(await serveInTurn(players, 201)).not.toEqual(first);
});

function skip(context: TestContext): void {
  console.warn('✗ SKIPPED: deploy/haproxy is only tested where HAProxy is installed: apt-get install haproxy');
  context.skip();
}
