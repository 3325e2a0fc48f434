import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isGone } from '#database/embedded/process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { gatherCrowd, type Crowd, type Send } from '#tests/support/players/crowd.ts';
import { createOutsider, openDraws, signUp, ticketFor, waitFor } from '#tests/support/players/outsider.ts';
import { freePort } from '#tests/support/site/free-port.ts';
import { createDataFolder, processesOf, startServer, type ServerProcess } from '#tests/support/site/server.ts';

const webs = ['web-1', 'web-2', 'web-3'];
const names = [...webs, 'worker'];
const clients = 9;

let database: TestDatabase;
let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;
let metricsUrl: string;
let crowd: Crowd;

beforeAll(async () => {
  [database, data] = await Promise.all([createTestDatabase(), createDataFolder()]);
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  server = await startServer(data.folder, {
    ...settingsFor(database.config),
    WEB_PROCESSES: String(webs.length),
    ROLES: 'web,worker',
    METRICS_PORT: String(metricsPort),
    DRAW_EVERY_MINUTES: '60',
    RATE_LIMIT_SCALE: '10000',
  });
  crowd = await gatherCrowd(server.url, database.owner, clients);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await Promise.all([database.drop(), data.remove()]);
});

/** Whether each web process has answered a call since it started. */
async function everyWebAnswers(): Promise<boolean> {
  // Each call opens a new connection, because an open one stays with its process.
  await statusOf(`${server.url}/api/draws`);
  const metrics = await (await fetch(metricsUrl)).text();
  return webs.every((name) =>
    new RegExp(`^http_request_duration_seconds_count\\{.*process="${name}"`, 'm').test(metrics),
  );
}

/** Resolves once these processes are gone, and each place has another. */
function haveOthers(before: Record<string, number>, replaced: readonly string[]): Promise<unknown> {
  const isDone = async () => {
    const now = await processesOf(server);
    const gone = await Promise.all(replaced.map((name) => isGone(before[name]!, 0)));
    return gone.every(Boolean) && names.every((name) => now[name] !== undefined);
  };
  return waitFor(isDone, `others in place of ${replaced.join(', ')}`);
}

test('kill -9 of a web process and of the worker under load: replaced, nothing lost, nothing doubled', async () => {
  const before = await processesOf(server);
  expect(Object.keys(before).toSorted()).toEqual(names);
  await crowd.start();
  await waitFor(everyWebAnswers, 'an answer of each web process');
  // It is given one of these connections and does not take it.
  process.kill(before['web-2']!, 'SIGSTOP');
  const calls = webs.map(() => statusOf(`${server.url}/api/draws`));
  await Promise.any(calls);
  for (const name of ['web-2', 'worker']) process.kill(before[name]!, 'SIGKILL');
  expect(await Promise.all(calls), 'nobody waits for a process that is gone').toContain(200);
  await haveOthers(before, ['web-2', 'worker']);
  await waitFor(everyWebAnswers, 'an answer of the new process');
  await crowd.nextPlaced();
  await crowd.stop();
  await crowd.expectAllThere(database.owner);
  // The others were not touched.
  expect(await processesOf(server)).toMatchObject({ 'web-1': before['web-1'], 'web-3': before['web-3'] });
});

test('a rolling restart under load: no request is cut off, and the site is always ready', async () => {
  const holdUps = watchHoldUps();
  const before = await processesOf(server);
  const sentBefore = crowd.sends.length;
  const others: (number | string)[] = [];
  let atOnce = names.length;
  const watching = new AbortController();
  const watch = (async () => {
    while (!watching.signal.aborted) {
      // Each on a connection of its own, as from players who come now.
      others.push(await statusOf(`${server.url}/readyz`), await statusOf(`${server.url}/api/draws`));
      atOnce = Math.max(atOnce, Object.keys(await processesOf(server)).length);
      await sleep(50);
    }
  })();
  await crowd.start();
  process.kill(server.child.pid!, 'SIGHUP');
  await haveOthers(before, names);
  await crowd.nextPlaced();
  watching.abort();
  await watch;
  await crowd.stop();
  await crowd.expectAllThere(database.owner);
  const sends = crowd.sends.slice(sentBefore);
  // `crowd` allows 503 with Retry-After, and a broken connection, which is a failure here.
  const cutOff = sends.filter((send) => send.broken !== null && !holdUps.mayExplain(send));
  holdUps.stop();
  expect(cutOff).toEqual([]);
  expect(others.filter((status) => status !== 200)).toEqual([]);
  expect(sends.length).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(0);
});

/** A closing server ends a connection on which nothing has come for this long. */
const quietMs = 300;

/**
 * Notes when this process, and with it every player, is delayed by a busy machine. A player that is delayed for as long as a closing
 * server waits sends on a connection that was just closed. Nobody can prevent that with HTTP, and the player sends again.
 */
function watchHoldUps() {
  const heldUp: { readonly from: number; readonly to: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last > quietMs / 2) heldUp.push({ from: last, to: now });
    last = now;
  }, 10);
  return {
    mayExplain: ({ startedAt, endedAt }: Send) =>
      heldUp.some(({ from, to }) => from < endedAt && to > startedAt - quietMs),
    stop: () => clearInterval(timer),
  };
}

/**
 * Uses a new connection. `fetch` takes one of the crowd's that is idle, which may lead to a process that does not answer, so that none of
 * several calls comes to another one.
 */
async function statusOf(url: string): Promise<number | string> {
  try {
    const [answer] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
    await text(answer);
    return answer.statusCode!;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test('when the supervisor is killed, its processes finish their calls and end', async () => {
  const pids = Object.values(await processesOf(server));
  expect(pids).toHaveLength(names.length);
  const player = createOutsider(server.url);
  await signUp(player);
  await database.owner.query(
    `select post_adjustment(id, $1, 'adjustment', 'client_dep', 1000) from client order by id desc limit 1`,
    [randomUUID()],
  );
  const [draw] = (await openDraws(player, 60_000)).slice(-1);
  const body = JSON.stringify({ tickets: [ticketFor(draw!, 'IziOne', '5', 100)] });
  const bet = request(`${server.url}/api/bets`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${player.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answered = once(bet, 'response') as Promise<[IncomingMessage]>;
  // It is awaited below; where it fails before, that is no unhandled rejection.
  answered.catch(() => {});
  bet.flushHeaders();
  await once(bet, 'continue');
  await server.end('SIGKILL');
  // Those that have nothing under way end at once.
  await waitFor(async () => (await Promise.all(pids.map((pid) => isGone(pid, 0)))).includes(true), 'an end');
  bet.end(body);
  const [answer] = await answered;
  expect(answer.statusCode).toBe(201);
  for (const pid of pids) expect(await isGone(pid, 30_000), `process ${pid}`).toBe(true);
});
