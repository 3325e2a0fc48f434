import { measureAttacksOnBets } from './attacks-on-bets.ts';
import { measureAttacks } from './attacks.ts';
import { measureClose } from './close.ts';
import { callPerRequest, inProcess, naive, overHttp, type OverHttp } from './contenders.ts';
import { openDraw } from './draws.ts';
import { sellTickets, withoutIndexes } from './fill.ts';
import { measureFullPass } from './full-pass.ts';
import { measureYears } from './growth/growth.ts';
import { interleave, type Compared, type Rounds } from './interleave.ts';
import type { Latencies } from './load/loads.ts';
import { timeMoment } from './moment.ts';
import { measureOverload } from './overload.ts';
import { memoryOf } from './processor-time.ts';
import { reads, timeRead } from './reads.ts';
import { passEveryMs, timePasses } from './reconciliation.ts';
import { milliseconds, number, times, type Report } from './report.ts';
import type { Rig } from './rig.ts';
import { settledInTurn, timeSettlement, waitsDuringSettlement } from './settlement.ts';
import { timeStarts } from './starts.ts';
import { measureStops } from './stops.ts';
import { median } from './statistics.ts';
import { prepareTpcb } from './tpcb/tpcb.ts';
import { measureWebs } from './webs.ts';
import type { Yardstick } from './tpcb/yardstick.ts';

interface Plan {
  readonly rates: Rounds;
  readonly growth: Rounds;
  /** Where two states are compared that differ by little: many short turns. */
  readonly states: Rounds;
  /** The number of tickets to settle. */
  readonly settled: number;
  /** The number of tickets at the last measurement of growth. */
  readonly many: number;
  /** The tickets of the settled draw that the passes over the books find, and the number of passes, half a minute apart. */
  readonly lookedOver: { readonly tickets: number; readonly passes: number };
  readonly overloadSeconds: number;
}

export const wholePlan: Plan = {
  rates: { rounds: 4, seconds: 4 },
  growth: { rounds: 3, seconds: 4 },
  states: { rounds: 16, seconds: 1.5 },
  settled: 1_000_000,
  many: 10_000_000,
  lookedOver: { tickets: 300_000, passes: 6 },
  overloadSeconds: 10,
};

export const quickPlan: Plan = {
  rates: { rounds: 1, seconds: 2 },
  growth: { rounds: 1, seconds: 2 },
  states: { rounds: 2, seconds: 1 },
  settled: 100_000,
  many: 500_000,
  lookedOver: { tickets: 300_000, passes: 1 },
  overloadSeconds: 3,
};

/** The order matters because tables only grow: measurements on empty tables come first. */
export async function measureAll(rig: Rig, report: Report, plan: Plan): Promise<void> {
  const tpcb = await prepareTpcb(rig);
  report.note(`TPC-B: ${tpcb.description}; each figure between two turns of it.`);
  await warmUp(rig);
  await measureRates(rig, tpcb, report, plan.rates);
  const atEmpty = await measureGrowth(rig, tpcb, plan.growth);
  await measureStops(rig, report, plan.states);
  await measureSettlement(rig, report, plan.settled);
  await measureMoment(rig, report, plan.settled);
  const atSome = await measureGrowth(rig, tpcb, plan.growth);
  await fillUpTo(rig, plan.many);
  const atMany = await measureGrowth(rig, tpcb, plan.growth);
  reportGrowth(report, atEmpty, atSome, atMany);
  await measureReads(rig, report, plan.many);
  await measureReconciliation(rig, report, plan.lookedOver);
  await measureOverload(rig, report, plan.overloadSeconds);
  await measureClose(rig, report, plan.rates.rounds);
  await measureAttacksOnBets(rig, report, plan.rates.seconds);
  await measureAttacks(rig, report, plan.rates.seconds);
  reportMemory(rig, report);
  await measureStarts(rig, report);
}

type Part = (rig: Rig, report: Report, plan: Plan) => Promise<void>;

/** The parts that can also be measured alone, by name, on tables that nothing else has filled. */
export const parts: Readonly<Record<string, Part>> = {
  async rates(rig, report, { rates }) {
    const tpcb = await prepareTpcb(rig);
    await warmUp(rig);
    await measureRates(rig, tpcb, report, rates);
  },
  settlement: (rig, report, { settled }) => measureSettlement(rig, report, settled),
  // A draw is one of many of its day.
  async moment(rig, report, { settled }) {
    await fillUpTo(rig, 5 * settled);
    await measureMoment(rig, report, settled);
  },
  async reads(rig, report, { many }) {
    await fillUpTo(rig, many);
    await measureReads(rig, report, many);
  },
  async overload(rig, report, { overloadSeconds }) {
    await warmUp(rig);
    await measureOverload(rig, report, overloadSeconds);
  },
  async attacks(rig, report, { rates }) {
    await warmUp(rig);
    await measureAttacks(rig, report, rates.seconds);
  },
  async stops(rig, report, { states }) {
    await warmUp(rig);
    await measureStops(rig, report, states);
  },
  starts: measureStarts,
  async close(rig, report, { rates }) {
    await warmUp(rig);
    await measureClose(rig, report, rates.rounds);
  },
  books: (rig, report, { many }) => measureFullPass(rig, report, many),
  growth: (rig, report, { many, states }) => measureYears(rig, report, states, many),
};

/** How bets grow with web processes: so many of them in turn, as `--webs 1,2,4` says. */
export function growWebs(counts: readonly number[]): Part {
  return async (rig, report, { rates }) => {
    const tpcb = await prepareTpcb(rig);
    report.note(`TPC-B: ${tpcb.description}; each figure between two turns of it.`);
    await measureWebs(rig, tpcb, report, { counts, rounds: rates });
  };
}

/** The code of a server that has just started is not compiled yet. */
async function warmUp(rig: Rig): Promise<void> {
  await overHttp(rig.server, await openDraw(rig.owner)).run(3);
}

/** The number of web processes that `npm start` starts in production on a machine of two cores. */
const webProcesses = 2;

async function measureRates(rig: Rig, tpcb: Yardstick, report: Report, rounds: Rounds): Promise<void> {
  const drawId = await openDraw(rig.owner);
  const several = await rig.startServer('several', {
    WEB_PROCESSES: String(webProcesses),
    RATE_LIMIT_SCALE: '10000',
  });
  try {
    // The code of a server that has just started is not compiled yet.
    await overHttp(several, drawId).run(3);
    const contenders = [
      overHttp(rig.server, drawId),
      overHttp(rig.server, drawId, { connections: 256 }),
      overHttp(several, drawId, { connections: 256 }),
      overHttp(rig.server, drawId, { connections: 256, ticketsPerCheckout: 3 }),
      overHttp(several, drawId, { connections: 256, ticketsPerCheckout: 3 }),
      inProcess(rig, drawId, 64),
      inProcess(rig, drawId, 256),
      callPerRequest(rig, drawId),
      naive(rig, drawId),
    ] as const;
    const [at64, at256, severalAt256, baskets, severalBaskets, ...others] = contenders;
    const compared = await interleave(tpcb, contenders, rounds);
    const two = `${webProcesses} web processes`;
    addOverHttp(report, 'bets/s over HTTP, 64 connections', at64, compared[0], 5);
    addOverHttp(report, 'bets/s over HTTP, 256 connections', at256, compared[1], 6);
    addOverHttp(report, `bets/s over HTTP, 256 connections, ${two}`, severalAt256, compared[2], 6);
    addOverHttp(report, 'tickets/s over HTTP in baskets of three, 256 connections', baskets, compared[3], 11);
    addOverHttp(report, `tickets/s in baskets of three, 256 connections, ${two}`, severalBaskets, compared[4], 11);
    for (const [what, { costUs }] of [
      ['64 connections', compared[0]],
      ['256 connections', compared[1]],
      [`256 connections, ${two}`, compared[2]],
    ] as const) {
      report.add({
        what: `processor time of a bet over HTTP, all processes, ${what}`,
        goal: '≤ 95 µs',
        measured: Number.isNaN(costUs) ? 'not known here' : `${costUs.toFixed(0)} µs`,
        met: Number.isNaN(costUs) ? null : costUs <= 95,
      });
    }
    for (const [index, { name }] of others.entries()) {
      report.add({ what: `bets/s: ${name}`, goal: '', measured: describe(compared[index + 5]!), met: null });
    }
  } finally {
    await several.end('SIGINT');
  }
}

/** A rate over HTTP. It counts only where the waits are short and nothing is refused. */
function addOverHttp(report: Report, what: string, { latencies, refused }: OverHttp, compared: Compared, goal: number) {
  const p99 = median(latencies.map((turn) => turn.p99));
  const refusals = refused();
  report.add({
    what,
    goal: `≥ ${goal} ×; p99 ≤ 60 ms, not one refused`,
    measured: `${describe(compared)}; p99 ${milliseconds(p99)}, ${number(refusals)} refused`,
    met: compared.ratio >= goal && p99 <= 60 && refusals === 0,
  });
}

function describe({ ratio, least, most, perSecond, perProcessorTime, costUs }: Compared): string {
  const range = least === most ? '' : ` (${least.toFixed(1)}–${most.toFixed(1)})`;
  const processor = Number.isNaN(costUs)
    ? ''
    : `; by processor time ${times(perProcessorTime)}, ${costUs.toFixed(0)} µs each`;
  return `${times(ratio)}${range}; ${number(perSecond)}/s${processor}`;
}

interface Growth {
  /** The tickets that were there. */
  readonly tickets: number;
  readonly overHttp: Compared;
  readonly inProcess: Compared;
  /** Checkouts over HTTP that were refused. */
  readonly refused: number;
}

/** Here all players bet, so that every part of the indexes is used. */
async function measureGrowth(rig: Rig, tpcb: Yardstick, rounds: Rounds): Promise<Growth> {
  // Rows that were written before go to the disk first: a checkpoint in the middle of a turn would be measured as the size of the tables.
  await rig.owner.query('checkpoint');
  const tickets = await countTickets(rig);
  const drawId = await openDraw(rig.owner);
  const bets = overHttp(rig.server, drawId, { players: rig.players });
  const [http, intake] = await interleave(tpcb, [bets, inProcess(rig, drawId, 64)] as const, rounds);
  return { tickets, overHttp: http, inProcess: intake, refused: bets.refused() };
}

async function fillUpTo(rig: Rig, tickets: number): Promise<void> {
  const missing = Math.max(0, tickets - (await countTickets(rig)));
  const perDraw = 500_000;
  await withoutIndexes(rig.owner, ['ticket', 'posting'], async () => {
    for (let sold = 0; sold < missing; sold += perDraw) {
      const drawId = await openDraw(rig.owner);
      const count = Math.min(perDraw, missing - sold);
      await sellTickets(rig.owner, { drawId, tickets: count, winners: 0.1, players: rig.players });
    }
  });
}

async function countTickets({ owner }: Rig): Promise<number> {
  const [there] = await owner.query<{ count: number }>('select count(*) from ticket');
  return there!.count;
}

function reportGrowth(report: Report, atEmpty: Growth, atSome: Growth, atMany: Growth): void {
  const refused = atSome.refused + atMany.refused;
  for (const [what, key, refusals] of [
    ['over HTTP', 'overHttp', refused],
    ['in process', 'inProcess', 0],
  ] as const) {
    const growth = (then: Growth) => then[key].ratio / atEmpty[key].ratio;
    report.add({
      what: `bets/s ${what} with ${number(atMany.tickets)} tickets there, against ${number(atEmpty.tickets)}`,
      goal: '≥ 0.75, not one refused',
      measured: `${growth(atMany).toFixed(2)} (${number(atSome.tickets)}: ${growth(atSome).toFixed(2)}); ${number(refusals)} refused`,
      met: growth(atMany) >= 0.75 && refusals === 0,
    });
  }
}

async function measureSettlement(rig: Rig, report: Report, tickets: number): Promise<void> {
  for (const [winners, goal] of [
    [0.1, 7],
    [0.004, 22],
  ] as const) {
    const { seconds, updateSeconds } = await timeSettlement(rig, tickets, winners);
    const ratio = updateSeconds / seconds;
    report.add({
      what: `settle ${number(tickets)} tickets, ${winners * 100} % winners, against UPDATE ticket_copy SET status`,
      goal: `≥ ${goal} × faster`,
      measured: `${times(ratio)}; ${milliseconds(seconds * 1_000)} against ${milliseconds(updateSeconds * 1_000)}`,
      met: ratio >= goal,
    });
  }
  const { quiet, settling } = await waitsDuringSettlement(rig, tickets, 0.1);
  const describeWaits = ({ p999, p99, longest }: Latencies) =>
    `${milliseconds(p999)}, p99 ${milliseconds(p99)}, longest ${milliseconds(longest)}`;
  report.add({
    what: `how long a bet waits while ${settledInTurn} draws of ${number(tickets)} tickets settle: p99.9`,
    goal: '≤ 25 ms',
    measured: `${describeWaits(settling)}; without: ${describeWaits(quiet)}`,
    met: settling.p999 <= 25,
  });
}

async function measureMoment(rig: Rig, report: Report, tickets: number): Promise<void> {
  const { winners, sealSeconds, paidSeconds } = await timeMoment(rig, tickets);
  report.add({
    what: `seal ${number(tickets)} tickets, from the close to the commit`,
    goal: '≤ 4 s',
    measured: milliseconds(sealSeconds * 1_000),
    met: sealSeconds <= 4,
  });
  report.add({
    what: `from the moment of a draw of ${number(tickets)} tickets to the money of the last of ${number(winners)} winners`,
    goal: '≤ 3 s',
    measured: milliseconds(paidSeconds * 1_000),
    met: paidSeconds <= 3,
  });
}

async function measureReads(rig: Rig, report: Report, tickets: number): Promise<void> {
  // Millions of rows were written at once. On a site that sells them in days this was done before anybody reads.
  await rig.owner.query('vacuum (analyze) ticket, posting, wallet, session');
  await rig.owner.query('checkpoint');
  for (const [what, path, goal] of reads) {
    const { p50, p99, sent, seconds, unsent } = await timeRead(rig, path);
    report.add({
      what: `${what} over HTTP with ${number(tickets)} tickets there, ${number(sent / seconds)} calls/s: p99`,
      goal: `≤ ${goal} ms`,
      measured: `${p99.toFixed(2)} ms, p50 ${p50.toFixed(2)} ms${unsent > 0 ? `; ${number(unsent)} not sent` : ''}`,
      met: p99 <= goal && unsent === 0,
    });
  }
}

/** The share of a core, at two passes a minute. */
const passShare = 0.02;

async function measureReconciliation(rig: Rig, report: Report, { tickets, passes }: Plan['lookedOver']): Promise<void> {
  const { processorMs, tookMs } = await timePasses(rig, tickets, passes);
  const share = processorMs / passEveryMs;
  report.add({
    what: `recent passes over the books, twice a minute, after a draw of ${number(tickets)} tickets`,
    goal: `≤ ${passShare * 100} % of a core`,
    measured: `${(share * 100).toFixed(1)} %; a pass takes ${milliseconds(processorMs)} of processor time in ${milliseconds(tookMs)}`,
    met: Number.isNaN(share) ? null : share <= passShare,
  });
}

function reportMemory(rig: Rig, report: Report): void {
  const [server, database] = [memoryOf(rig.server.child.pid!), memoryOf(rig.databasePid)];
  report.add({
    what: 'memory of the server and of the database, after all this',
    goal: '',
    measured: Number.isNaN(server) ? 'not known here' : `${number(server)} MB, ${number(database)} MB`,
    met: null,
  });
}

async function measureStarts(rig: Rig, report: Report): Promise<void> {
  const { warm, cold, afterKill, acknowledged, found } = await timeStarts(rig.folder);
  report.add({ what: 'database warm start', goal: '≤ 120 ms', measured: milliseconds(warm), met: warm <= 120 });
  report.add({ what: 'database cold start', goal: '≤ 2 s', measured: milliseconds(cold), met: cold <= 2_000 });
  report.add({
    what: 'start after kill -9 of server and database',
    goal: '≤ 3 s, nothing lost',
    measured: `${milliseconds(afterKill)}; ${number(acknowledged)} tickets acknowledged, ${number(found)} found`,
    met: afterKill <= 3_000 && found >= acknowledged,
  });
}
