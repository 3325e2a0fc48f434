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

test('the player who has tried for longest comes first among the bets that wait, however late the last try', async (context) => {
  const served: string[] = [];
  const open: ServerResponse[] = [];
  const site = createHttpServer((request, response) => {
    if (request.url === '/readyz') return void response.end();
    served.push(request.headers.authorization!);
    open.push(response);
  });
  const [port, statsPort] = [await freePort(), await freePort()];
  const config = await playersProxyFile({ port, sites: [{ role: 'web', port: await listen(site) }] });
  // One bet at a time goes to the server, and the others wait a minute, so that each step of the test has time.
  const slow = config.replace('maxconn 32', 'maxconn 1').replace('timeout queue 900ms', 'timeout queue 60s');
  const stats = `listen stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /\n`;
  if (!(await runHaproxy(`${slow}\n${stats}`))) return skip(context);

  const bet = (player: string) =>
    fetch(`http://127.0.0.1:${port}/api/bets`, { method: 'POST', headers: { authorization: player } });
  const waiting = async (count: number) => {
    const lines = (await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text()).split('\n');
    return lines.some((line) => line.startsWith(`bets,BACKEND,${count},`));
  };
  const untilWaiting = (count: number) => waitFor(() => waiting(count), `${count} bets that wait`);
  await waitFor(
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true,
    'a site that is ready',
  );

  const answers: Promise<unknown>[] = [];
  const untilServed = (count: number) =>
    waitFor(async () => served.length === count, `${count} bets that have had the place`);
  answers.push(bet('early'));
  await untilServed(1);
  open[0]!.writeHead(503).end();
  answers.push(bet('other'));
  await untilServed(2);
  answers.push(bet('late'));
  await untilWaiting(1);
  answers.push(bet('early'));
  await untilWaiting(2);
  for (const count of [2, 3, 4]) {
    await untilServed(count);
    open[count - 1]!.writeHead(201).end();
  }
  await Promise.all(answers);
  expect(served).toEqual(['early', 'other', 'early', 'late']);
});

function skip(context: TestContext): void {
  console.warn('✗ SKIPPED: deploy/haproxy is only tested where HAProxy is installed: apt-get install haproxy');
  context.skip();
}
