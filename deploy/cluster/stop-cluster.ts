import { setTimeout as sleep } from 'node:timers/promises';
import { endPostgres } from './machines.ts';
import { removeNetwork } from './network.ts';
import { defaultPort, planCluster } from './plan.ts';
import { endAll, isRunning, signalAll } from './proc.ts';
import { readRecord, removeRecord } from './processes.ts';

const stopMs = 150_000;
const killMs = 20_000;

/**
 * Ends the cluster in this folder: it signals the cluster's process; where that process was killed, it ends the programs that the process
 * had recorded.
 *
 * @returns whether there was one
 */
export async function stopCluster(folder: string): Promise<boolean> {
  const record = readRecord(folder);
  if (record === null) return false;
  const { cluster, ...others } = record;
  if (cluster !== undefined && isRunning(cluster)) {
    signalAll([cluster.pid], 'SIGTERM');
    const giveUpAt = Date.now() + stopMs;
    while (isRunning(cluster) && Date.now() < giveUpAt) await sleep(200);
    if (!isRunning(cluster)) return true;
    await endAll([cluster], 0);
  }
  await endAll(Object.values(others), killMs);
  await endPostgres(planCluster(folder, defaultPort, { addresses: ['', '', ''], range: '' }).machines);
  await removeNetwork();
  removeRecord(folder);
  return true;
}
