import { setTimeout as sleep } from 'node:timers/promises';
import { endPostgres } from './machines.ts';
import { removeNetwork } from './network.ts';
import { defaultPort, planCluster } from './plan.ts';
import { endAll, isRunning, signalAll } from './proc.ts';
import { readRecord, removeRecord } from './processes.ts';

const stopMs = 150_000;
const killMs = 20_000;

/**
 * Ends the cluster in this folder: it is told to, and where the process that looked after it was killed, what it left is ended,
 * by the record that it kept.
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
