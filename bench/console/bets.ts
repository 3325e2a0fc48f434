import { setTimeout as sleep } from 'node:timers/promises';
import { compareStates, type Compared } from '#bench/compare.ts';
import type { Rounds } from '#bench/interleave.ts';
import { betInClosedLoop } from '#bench/load/loads.ts';
import type { Measured } from './calls.ts';
import type { Desk, Sessions } from './desk.ts';

/** Operators at their desks: each has the overview open, which is fresh every five seconds, and opens something else in between. */
export const operatorsAtWork = 8;
const overviewEveryMs = 5_000;
const callEveryMs = 3_000;

export const bettingPlayers = 1_024;

interface Busy {
  readonly desk: Desk;
  readonly sessions: Sessions;
  readonly calls: readonly Measured[];
  /** The address of the players' site. */
  readonly url: string;
  readonly drawId: string;
}

/** The bets a second that are placed while operators work at the console, against those while nobody does. */
export async function compareBets({ desk, sessions, calls, url, drawId }: Busy, rounds: Rounds): Promise<Compared> {
  const load = { url, drawId, connections: 64, players: bettingPlayers, ticketsPerCheckout: 1 };
  const run = async (seconds: number) => (await betInClosedLoop(load, seconds)).perSecond;
  // The calls of an operator's screens: every list and page, with one filter at most.
  const opened = calls.filter(({ filters }) => filters.length < 2);
  let turn = 0;
  let day = new AbortController();
  let atWork: Promise<unknown>[] = [];

  async function work(everyMs: number, next: () => Promise<unknown>, place: number): Promise<void> {
    const { signal } = day;
    // The operators do not all look at the same moment.
    await sleep((everyMs * place) / operatorsAtWork);
    for (; !signal.aborted; await sleep(everyMs)) await next();
  }
  const open = () => {
    turn += 1;
    const { paths, roles } = opened[(turn * 7) % opened.length]!;
    return desk.get(paths[turn % paths.length]!, sessions[roles[turn % roles.length]!]);
  };
  const enter = async () => {
    day = new AbortController();
    atWork = Array.from({ length: operatorsAtWork }, (_, place) => [
      work(overviewEveryMs, () => desk.get('/overview', sessions.risk), place),
      work(callEveryMs, open, place),
    ]).flat();
  };
  const leave = async () => {
    day.abort();
    await Promise.all(atWork);
  };
  await run(3);
  return compareStates({ run }, { enter, leave }, rounds);
}
