import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { playersProxyFile } from '#deploy/cluster/configuration.ts';
import { freePort } from '#tests/support/site/free-port.ts';
import { maxTicketsPerCheckout } from '#domain/ticket.ts';
import { openDraw } from './draws.ts';
import { betInClosedLoop, sendInOpenLoop, sendInRush, startClosedLoop, type Load } from './load/loads.ts';
import { milliseconds, number, times, type Report } from './report.ts';
import type { Rig } from './rig.ts';

/** The largest checkout, so that two cores can send, and refuse, ten times as many as can be placed. */
const ticketsPerCheckout = maxTicketsPerCheckout;
const factor = 10;
/** A refused player waits for a second: there must be as many connections as are refused in a second, and some more. */
const connectionsPerOffered = 1.5;
/** The server and the generator must each be able to open this many files. */
const mostConnections = 16_000;

/**
 * Far more than can be placed, from players who do not wait for each other: sent to the web process, and to the players' HAProxy in front of
 * it, where one is installed.
 */
export async function measureOverload(rig: Rig, report: Report, seconds: number): Promise<void> {
  await flood(rig, rig.server.url, 'overload', report, seconds);
  if (!existsSync(haproxy)) {
    report.note('HAProxy is not installed, so overload was not measured behind it.');
    return;
  }
  const door = await openDoor(rig);
  try {
    await flood(rig, door.url, 'overload behind HAProxy', report, seconds);
  } finally {
    await door.close();
  }
}

async function flood(rig: Rig, url: string, name: string, report: Report, seconds: number): Promise<void> {
  const drawId = await openDraw(rig.owner);
  const load: Load = { url, drawId, players: 20_000, ticketsPerCheckout, connections: 64 };
  // The best is that of the process itself.
  const { perSecond: best } = await betInClosedLoop({ ...load, url: rig.server.url }, seconds);
  const offered = Math.round(best * factor);
  const connections = Math.min(mostConnections, Math.ceil(offered * connectionsPerOffered));
  const flooded = await sendInOpenLoop({ ...load, connections, perSecond: offered, seconds });
  const recovery = await timeRecovery(load, best);

  const goodput = flooded.placedPerSecond / best;
  const sentPerSecond = flooded.sent / flooded.seconds;
  const { 201: placed = 0, 503: refused = 0, ...others } = flooded.statuses;
  report.add({
    what: `${name}: goodput while ${times(sentPerSecond / best)} as many checkouts are sent as can be placed`,
    goal: '≥ 80 %',
    measured:
      `${Math.round(goodput * 100)} % of the best; ${number(best)} checkouts/s of ${ticketsPerCheckout} tickets; ` +
      `${number(sentPerSecond)}/s sent on ${number(connections)} connections: ${number(placed)} placed, ` +
      `${number(refused)} refused with 503, ${number(flooded.unsent)} more found no connection`,
    met: goodput >= 0.8 && Object.keys(others).length === 0 && flooded.withoutRetryAfter === 0,
  });
  report.add({
    what: `${name}: p99 of what was placed`,
    goal: '< 1 s',
    measured: milliseconds(flooded.p99),
    met: flooded.p99 < 1_000,
  });
  report.add({
    what: `${name}: back to 80 % of the best after`,
    goal: '≤ 5 s',
    measured: Number.isNaN(recovery) ? 'not within 10 s' : `${recovery} s`,
    met: recovery <= 5,
  });
  await rush(load, name, best, report);
}

const rushSeconds = 4;
/** How many times as many players want to bet as can be placed. */
const rushFactor = 3;

/** Whether more of those who send a refused checkout again at once are placed, of those who wait, where all began in the same second. */
async function rush(load: Load, name: string, best: number, report: Report): Promise<void> {
  const players = Math.min(mostConnections, 2 * Math.round((best * rushSeconds * rushFactor) / 2));
  const { atOnce, waiting } = await sendInRush({ ...load, players, seconds: rushSeconds });
  const share = ({ placed }: typeof atOnce) => `${((placed / players) * 200).toFixed(1)} %`;
  const advantage = atOnce.placed / waiting.placed;
  report.add({
    what:
      `${name}: of ${number(players)} players with a checkout each, all sent within a second, placed after ${rushSeconds} s: ` +
      'half send it again at once, half a second after a refusal',
    goal: '≤ 1.25 ×',
    measured:
      `${advantage.toFixed(2)} ×: ${share(atOnce)} (sent ${number(atOnce.sent)} times) and ` +
      `${share(waiting)} (${number(waiting.sent)})`,
    met: advantage <= 1.25,
  });
  // Those who had not been answered have gone; until then their checkouts may wait.
  await sleep(2_000);
}

const haproxy = '/usr/sbin/haproxy';

/** `deploy/haproxy/players.cfg` in front of the server of the bench. */
async function openDoor({ folder, server }: Rig): Promise<{ readonly url: string; close(): Promise<void> }> {
  const port = await freePort();
  const file = join(folder, 'players.cfg');
  await writeFile(
    file,
    await playersProxyFile({ port, sites: [{ role: 'web', port: Number(new URL(server.url).port) }] }),
  );
  const child = spawn(haproxy, ['-f', file], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(100);
  return {
    url,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** Whole seconds until a second in which 80 % of the best rate were placed; NaN when not within ten. */
async function timeRecovery(load: Load, best: number): Promise<number> {
  const running = await startClosedLoop(load);
  await sleep(10_500);
  const { placedInSecond } = await running.stop();
  const second = placedInSecond.findIndex((placed) => placed >= 0.8 * best);
  return second < 0 ? Number.NaN : second + 1;
}
