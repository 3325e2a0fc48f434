import { waitedForCore } from '#bench/processor-time.ts';
import { latenciesOf } from '#bench/statistics.ts';
import type { Latencies } from '#bench/load/loads.ts';
import type { Measured } from './calls.ts';
import type { Desk, Sessions } from './desk.ts';

/** Milliseconds by the clock. */
export interface Result extends Latencies {
  readonly measured: Measured;
  readonly calls: number;
  /** Less the time in which its processes were ready to run and other work had the cores. */
  readonly alone: Latencies;
  /** Where the longest one went. */
  readonly slowest: string;
  /**
   * Answers other than 200, by their status. Some are expected: for a range that ends before it begins, or a request of
   * others.
   */
  readonly others: Readonly<Record<number, number>>;
}

interface Site {
  readonly desk: Desk;
  readonly sessions: Sessions;
  /** All that a call keeps at work: this process, the console, and the database's processes that serve it. */
  readonly processes: () => number[];
}

/** Every other call of a list asks for a page that follows the one before. */
const pagesInARow = 2;

/**
 * Calls so many times, one call after the other, each time another address and another role of those that may call. The first few
 * warm caches up and do not count.
 */
export async function measure({ desk, sessions, processes }: Site, measured: Measured, calls: number): Promise<Result> {
  const { paths, roles, isPaged } = measured;
  const latencies: number[] = [];
  const alone: number[] = [];
  let pids = processes();
  const others: Record<number, number> = {};
  let [slowest, longest] = ['', 0];
  let [page, cursor] = [0, ''];
  const warmUp = Math.min(20, calls);
  for (let call = -warmUp, turn = 0; call < calls; call++) {
    const path = paths[turn % paths.length]!;
    const role = roles[Math.floor(turn / paths.length + turn) % roles.length]!;
    const address = cursor === '' ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    // The console opens and closes connections as it needs them.
    if (call % 20 === 0) pids = processes();
    const before = waitedForCore(pids);
    const { status, body, took } = await desk.get(address, sessions[role]);
    // The time of a process that has ended is lost.
    const waited = Math.max(0, waitedForCore(pids) - before || 0);
    const own = Math.max(0, took - waited);
    if (call >= 0) {
      latencies.push(took);
      alone.push(own);
      if (own > longest) [slowest, longest] = [`${address} as ${role}`, own];
      if (status !== 200) others[status] = (others[status] ?? 0) + 1;
    }
    page += 1;
    cursor = isPaged && status === 200 && page < pagesInARow ? nextOf(body) : '';
    if (cursor === '') [page, turn] = [0, turn + 1];
  }
  return { measured, calls, slowest, others, alone: latenciesOf(alone), ...latenciesOf(latencies) };
}

function nextOf(body: string): string {
  const { meta } = JSON.parse(body) as { meta: { next: string | null } };
  return meta.next ?? '';
}
