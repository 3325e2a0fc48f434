import { openDraw } from './draws.ts';
import { interleave, type Contender, type Rounds } from './interleave.ts';
import { betInClosedLoop } from './load/loads.ts';
import { memoryOf, processesUnder, processorTimeOf } from './processor-time.ts';
import { number, times, type Report } from './report.ts';
import type { Rig } from './rig.ts';
import type { Yardstick } from './tpcb/yardstick.ts';

/** Enough for batches of some size in each of several processes. */
const connections = 256;
const playersPerConnection = 16;

/** Bets over HTTP with so many web processes on one port, each count with a server of its own on the same database. */
export async function measureWebs(
  rig: Rig,
  tpcb: Yardstick,
  report: Report,
  { counts, rounds }: { readonly counts: readonly number[]; readonly rounds: Rounds },
): Promise<void> {
  const drawId = await openDraw(rig.owner);
  const servers = await Promise.all(
    counts.map((count) =>
      rig.startServer(`webs-${count}`, { WEB_PROCESSES: String(count), RATE_LIMIT_SCALE: '10000' }),
    ),
  );
  const costs = servers.map(({ child }) => countCost(child.pid!, rig.databasePid));
  try {
    const contenders = counts.map((count, index): Contender => {
      const { url } = servers[index]!;
      const load = { url, drawId, connections, players: playersPerConnection * connections, ticketsPerCheckout: 1 };
      return {
        name: `${count} web processes`,
        run: (seconds) => costs[index]!.during(seconds, async () => (await betInClosedLoop(load, seconds)).perSecond),
      };
    });
    // The code of a server that has just started is not compiled yet.
    for (const contender of contenders) await contender.run(3);
    for (const cost of costs) cost.forget();
    const compared = await interleave(tpcb, contenders, rounds);
    for (const [index, { ratio, least, most, perSecond, perProcessorTime }] of compared.entries()) {
      const count = counts[index]!;
      const memory = memoryOf(servers[index]!.child.pid!);
      report.add({
        what: `bets/s over HTTP, ${connections} connections, ${count} web ${count === 1 ? 'process' : 'processes'}`,
        goal: '',
        measured:
          `${times(ratio)} (${least.toFixed(1)}–${most.toFixed(1)}); ${number(perSecond)}/s; ` +
          `by processor time ${times(perProcessorTime)}; µs a bet: ${costs[index]!.describe()}; ` +
          `${number(memory)} MB${count === 1 ? '' : ' with the supervisor'}`,
        met: null,
      });
    }
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGINT')));
  }
}

/** Adds up, over several turns, the processor time of each process that a bet goes through. */
function countCost(serverPid: number, databasePid: number) {
  const parts = processesUnder(serverPid);
  let bets = 0;
  let spent: Record<string, number> = {};

  function read(): Record<string, number> {
    const children = parts.map((pid) => processorTimeOf(pid));
    const server = processorTimeOf(serverPid);
    const byChild = Object.fromEntries(children.map((time, index) => [`web ${index + 1}`, time]));
    const supervisor = server - children.reduce((sum, time) => sum + time, 0);
    return {
      ...(parts.length === 0 ? { web: server } : { supervisor, ...byChild }),
      database: processorTimeOf(databasePid),
    };
  }

  return {
    async during(seconds: number, run: () => Promise<number>): Promise<number> {
      const before = read();
      const perSecond = await run();
      for (const [name, time] of Object.entries(read())) spent[name] = (spent[name] ?? 0) + time - before[name]!;
      bets += perSecond * seconds;
      return perSecond;
    },
    forget() {
      bets = 0;
      spent = {};
    },
    describe: () =>
      Object.entries(spent)
        .map(([name, ms]) => `${name} ${((ms * 1_000) / bets).toFixed(0)}`)
        .join(', '),
  };
}
