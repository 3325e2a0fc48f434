import { setTimeout as sleep } from 'node:timers/promises';
import { maxTicketsPerCheckout } from '#domain/ticket.ts';
import { openDraw } from './draws.ts';
import { betInClosedLoop, sendInOpenLoop, startClosedLoop, type Load } from './load/loads.ts';
import { milliseconds, number, times, type Report } from './report.ts';
import type { Rig } from './rig.ts';

/** The largest checkout, so that two cores can send, and refuse, ten times as many as can be placed. */
const ticketsPerCheckout = maxTicketsPerCheckout;
const factor = 10;
/** A refused player waits for a second: there must be as many connections as are refused in a second, and some more. */
const connectionsPerOffered = 1.5;
/** The server and the generator must each be able to open this many files. */
const mostConnections = 16_000;

/** Far more than can be placed, from players who do not wait for each other. */
export async function measureOverload(rig: Rig, report: Report, seconds: number): Promise<void> {
  const drawId = await openDraw(rig.owner);
  const load: Load = { url: rig.server.url, drawId, players: 20_000, ticketsPerCheckout, connections: 64 };
  const { perSecond: best } = await betInClosedLoop(load, seconds);
  const offered = Math.round(best * factor);
  const connections = Math.min(mostConnections, Math.ceil(offered * connectionsPerOffered));
  const flood = await sendInOpenLoop({ ...load, connections, perSecond: offered, seconds });
  const recovery = await timeRecovery(load, best);

  const goodput = flood.placedPerSecond / best;
  const sentPerSecond = flood.sent / flood.seconds;
  const { 201: placed = 0, 503: refused = 0, ...others } = flood.statuses;
  report.add({
    what: `overload: goodput while ${times(sentPerSecond / best)} as many checkouts are sent as can be placed`,
    goal: '≥ 80 %',
    measured:
      `${Math.round(goodput * 100)} % of the best; ${number(best)} checkouts/s of ${ticketsPerCheckout} tickets; ` +
      `${number(sentPerSecond)}/s sent on ${number(connections)} connections: ${number(placed)} placed, ` +
      `${number(refused)} refused with 503, ${number(flood.unsent)} more found no connection`,
    met: goodput >= 0.8 && Object.keys(others).length === 0 && flood.withoutRetryAfter === 0,
  });
  report.add({
    what: 'overload: p99 of what was placed',
    goal: '< 1 s',
    measured: milliseconds(flood.p99),
    met: flood.p99 < 1_000,
  });
  report.add({
    what: 'overload: back to 80 % of the best after',
    goal: '≤ 5 s',
    measured: Number.isNaN(recovery) ? 'not within 10 s' : `${recovery} s`,
    met: recovery <= 5,
  });
}

/** Whole seconds until a second in which 80 % of the best rate were placed; NaN when not within ten. */
async function timeRecovery(load: Load, best: number): Promise<number> {
  const running = await startClosedLoop(load);
  await sleep(10_500);
  const { placedInSecond } = await running.stop();
  const second = placedInSecond.findIndex((placed) => placed >= 0.8 * best);
  return second < 0 ? Number.NaN : second + 1;
}
