// The reads of web processes from a standby while a fault strikes: a player looks up bets from before this month, again and again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstClientId, tokenOf } from '#bench/load/player.ts';
import type { Cluster } from '#deploy/cluster/open-cluster.ts';

export interface Reads {
  /** The number of answers by status, and of connections that broke by the reason. */
  readonly answers: Readonly<Record<string, number>>;
  readonly longestMs: number;
  /** How often a web process went over to the primary. */
  readonly toPrimary: number;
}

const pauseMs = 100;
const answerMs = 30_000;

export async function startReaders({ plan }: Cluster): Promise<{ stop(): Promise<Reads> }> {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
  const url = `http://127.0.0.1:${plan.port}/api/bets?to=${month}`;
  const headers = { authorization: `Bearer ${tokenOf(firstClientId)}` };
  const logs = plan.sites
    .filter(({ role }) => role === 'web')
    .map(({ name }) => join(plan.folder, 'log', `${name.replace('/', '-')}.log`));
  const countMoves = async () => {
    const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8')));
    return texts.join('').split('so the primary answers reads').length - 1;
  };
  const before = await countMoves();
  const answers: Record<string, number> = {};
  let longestMs = 0;
  const stop = new AbortController();
  const reading = (async () => {
    while (!stop.signal.aborted) {
      const startedAt = performance.now();
      const status = await fetch(url, { headers, signal: AbortSignal.timeout(answerMs) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.name,
      );
      answers[status] = (answers[status] ?? 0) + 1;
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await sleep(pauseMs);
    }
  })();
  return {
    async stop() {
      stop.abort();
      await reading;
      return { answers, longestMs, toPrimary: (await countMoves()) - before };
    },
  };
}

export function describeReads(reads: readonly Reads[]): string {
  const sum = (of: (each: Reads) => number) => reads.reduce((total, each) => total + of(each), 0);
  const statuses = new Set(reads.flatMap(({ answers }) => Object.keys(answers)));
  const counts = [...statuses].map((status) => `${sum(({ answers }) => answers[status] ?? 0)} × ${status}`);
  const longest = Math.max(...reads.map(({ longestMs }) => longestMs));
  return `reads ${counts.join(', ')}, longest ${(longest / 1_000).toFixed(1)} s, ${sum(({ toPrimary }) => toPrimary)} × over to the primary`;
}
