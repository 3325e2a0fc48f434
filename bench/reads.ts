import { sendInOpenLoop, type OpenLoopResult } from './load/loads.ts';
import type { Rig } from './rig.ts';

/** The most frequent reads, with the goal of each for p99, in milliseconds. */
export const reads = [
  ['my bets', '/api/bets', 5],
  ['balance', '/api/clients/balance', 2],
  ['results', '/api/results', 2],
] as const;

const callsPerSecond = 1_000;
const seconds = 10;
/** A call that waits delays no other. */
const connections = 64;

/** One read at a fixed rate over HTTP, each for another player. @throws where an answer is not 200 */
export async function timeRead(rig: Rig, path: string): Promise<OpenLoopResult> {
  const load = {
    url: rig.server.url,
    drawId: '',
    ticketsPerCheckout: 0,
    players: rig.players,
    connections,
    reads: path,
  };
  // The code that answers is not compiled yet, and the caches are cold, which a server has only once.
  await sendInOpenLoop({ ...load, perSecond: callsPerSecond, seconds: 3 });
  const result = await sendInOpenLoop({ ...load, perSecond: callsPerSecond, seconds });
  const { 200: answered = 0, ...others } = result.statuses;
  if (Object.keys(others).length > 0 || result.broken > 0) {
    throw new Error(`${path} was answered ${JSON.stringify({ 200: answered, ...others })}; ${result.broken} broke`);
  }
  return result;
}
