import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import { waitUntilWhole, type Cluster } from '#deploy/cluster/open-cluster.ts';
import { patroniOf } from '#deploy/cluster/machines.ts';
import { findLeader, isWhole, readMembers } from '#deploy/cluster/patroni.ts';
import { signalAll } from '#deploy/cluster/proc.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { awaitThat, type Fault } from './faults.ts';
import { longestGap } from './gaps.ts';
import { startPlayers, type Seen } from './players.ts';
import { startReaders, type Reads } from './readers.ts';

/** The cost of one fault. */
export interface Outcome {
  /** The longest time in which no bet was accepted; after a fault that ends by itself, only the part after its end counts. */
  readonly seconds: number;
  readonly seen: Seen;
  readonly reads: Reads;
  /** Acknowledged tickets that the database does not have. */
  readonly lost: number;
  /** Tickets whose stake was not taken exactly once. */
  readonly doubled: number;
  /** Answers of status 500, which only a bug gives. */
  readonly errors: number;
  /** Answers that did not come: a connection broke, or the process behind the players' door ended meanwhile. */
  readonly cut: number;
  /** Whether the machines were not whole again by themselves, so that the leader's Patroni was started again. */
  readonly helped: boolean;
  /** The number of mismatches that a full reconciliation found. */
  readonly mismatches: number;
  /** Draws that were called off so far. */
  readonly voidDraws: number;
}

const beforeMs = 4_000;
/** Bets are accepted again once they have been for so long. */
const steadyMs = 3_000;
const giveUpMs = 120_000;
const byItselfMs = 90_000;

/** @param owner connects through the cluster's own HAProxy */
export async function strikeOnce(cluster: Cluster, owner: Database, fault: Fault): Promise<Outcome> {
  await waitUntilWhole(cluster);
  const players = await startPlayers(`http://127.0.0.1:${cluster.plan.port}`);
  const readers = await startReaders(cluster);
  await sleep(beforeMs);
  const struckAt = performance.now();
  const bringBack = await fault.strike(cluster);
  let countsFrom = struckAt;
  if (fault.backAfterMs !== undefined) {
    await sleep(Math.max(0, fault.backAfterMs - (performance.now() - struckAt)));
    await bringBack();
    countsFrom = performance.now();
  }
  const isSteady = () => isSteadySince(players.acknowledgedAt, Math.max(countsFrom, struckAt));
  await awaitThat(isSteady, giveUpMs);
  if (fault.backAfterMs === undefined) await bringBack();
  // The return of a machine may do harm too, so players continue until everything is well.
  const helped = !(await recoversByItself(cluster));
  if (helped) signalAll([cluster.processes.pidOf(patroniOf(await findLeader(cluster.plan)))], 'SIGKILL');
  await waitUntilWhole(cluster);
  await sleep(steadyMs);
  const stoppedAt = performance.now();
  const [seen, reads] = await Promise.all([players.stop(), readers.stop()]);
  const books = await checkBooks(owner, seen.acknowledged);
  return {
    seconds: longestGap([...seen.acknowledgedAt, stoppedAt], struckAt, countsFrom) / 1_000,
    seen,
    reads,
    errors: (seen.answers['500'] ?? 0) + (reads.answers['500'] ?? 0),
    cut: countCut(seen),
    helped,
    ...books,
  };
}

/**
 * Patroni before 3.1 may lose sight of etcd's keys when it was out of time, and then names no synchronous standby any more
 * (https://github.com/patroni/patroni/pull/2783): bets continue, and the next failover would not happen.
 */
async function recoversByItself({ plan }: Cluster): Promise<boolean> {
  const giveUpAt = performance.now() + byItselfMs;
  while (!isWhole(await readMembers(plan))) {
    if (performance.now() > giveUpAt) return false;
    await sleep(500);
  }
  return true;
}

function countCut({ answers }: Seen): number {
  const isCut = (status: string) => Number.isNaN(Number(status)) || status === '502' || status === '504';
  return Object.entries(answers).reduce((sum, [status, count]) => sum + (isCut(status) ? count : 0), 0);
}

/** Whether the last three seconds had a bet in each half second, all of them after this moment. */
function isSteadySince(moments: readonly number[], since: number): boolean {
  const now = performance.now();
  if (now - since < steadyMs) return false;
  const slots = steadyMs / 500;
  const seen = new Set<number>();
  for (let index = moments.length - 1; index >= 0 && moments[index]! > now - steadyMs; index--) {
    seen.add(Math.floor((now - moments[index]!) / 500));
  }
  return seen.size >= slots;
}

async function checkBooks(
  owner: Database,
  ids: readonly string[],
): Promise<Omit<Outcome, 'seconds' | 'seen' | 'reads' | 'errors' | 'cut' | 'helped'>> {
  const [counts] = await owner.query<{ lost: number; doubled: number; voidDraws: number }>(
    `select (select count(*)::int from unnest($1::uuid[]) as a (id) where not exists (select from ticket t where t.id = a.id)) as lost,
       (select count(*)::int from (
          select t.id from unnest($1::uuid[]) as a (id) join ticket t on t.id = a.id
            left join posting p on p.client_id = t.client_id and p.reference = t.id and p.kind = 'bet'
          group by t.id, t.stake having count(p.id) <> 1 or sum(p.amount) <> t.stake
        ) as wrong) as doubled,
       (select count(*)::int from draw where status = 'void') as "voidDraws"`,
    [ids],
  );
  const { mismatches } = await reconcile(owner, 'full');
  return { ...counts!, mismatches: mismatches.length };
}
