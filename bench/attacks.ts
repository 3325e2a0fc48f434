import { encodeNumbers } from '#domain/result.ts';
import { openDraw, result } from './draws.ts';
import { betInClosedLoop, startAttack, type Attack, type Load } from './load/loads.ts';
import { number, type Report } from './report.ts';
import type { Rig } from './rig.ts';
import { median } from './statistics.ts';

const rounds = 3;
const pastDraws = 10_000;

/**
 * The share of their rate that honest players keep while one address makes as many of the most expensive calls as the limits
 * of production allow. All calls come through a proxy that names the caller's address.
 */
export async function measureAttacks(rig: Rig, report: Report, seconds: number): Promise<void> {
  await addPastDraws(rig);
  const drawId = await openDraw(rig.owner);
  const server = await rig.startServer('attacked', { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1,::1' });
  try {
    const { url } = server;
    const honest: Load = { url, drawId, connections: 64, players: 20_000, ticketsPerCheckout: 1, ownAddresses: true };
    const attack: Attack = {
      url,
      address: '203.0.113.1',
      paths: ['/api/results/statistics?draws=10000'],
      connections: 20,
      streams: 1_000,
    };
    // The code of a server that has just started is not compiled yet.
    await betInClosedLoop(honest, seconds);
    const quiet: number[] = [];
    const attacked: number[] = [];
    const statuses: Record<string, number> = {};
    for (let round = 0; round < rounds; round++) {
      quiet.push((await betInClosedLoop(honest, seconds)).perSecond);
      const attacking = await startAttack(attack);
      attacked.push((await betInClosedLoop(honest, seconds)).perSecond);
      for (const [status, count] of Object.entries(await attacking.stop()))
        statuses[status] = (statuses[status] ?? 0) + count;
    }
    const kept = median(attacked) / median(quiet);
    const answers = Object.entries(statuses).map(([status, count]) => `${number(count)} × ${status}`);
    report.add({
      what: 'bets/s while one address asks for statistics and streams without end, against none',
      goal: '≥ 0.9',
      measured: `${kept.toFixed(2)}; ${number(median(attacked))}/s of ${number(median(quiet))}/s; it was answered ${answers.join(', ')}`,
      met: kept >= 0.9,
    });
  } finally {
    await server.end('SIGINT');
  }
}

/** Adds past draws, so that the statistics have their full length. */
async function addPastDraws(rig: Rig): Promise<void> {
  await rig.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into draw (id, opens_at, closes_at, draws_at, rules, status, result, closed_at, sealed_at, drawn_at, finished_at)
       select gen_random_uuid(), at - interval '1 day', at - interval '30 s', at, 'izi-1', 'settled', $2, at, at, at, at
       from generate_series(1, $1) n, lateral (select now() - n * interval '1 minute' as at) past`,
      [pastDraws, encodeNumbers(result)],
    );
  });
}
