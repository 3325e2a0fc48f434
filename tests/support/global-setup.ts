import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { once } from 'node:events';
import { startCluster, type Cluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Unix socket that answers, as JSON, where the run's database server is; see `support/database.ts`. */
    clusterSocket: string;
  }
}

const GIGABYTE = 2 ** 30;

/**
 * One PostgreSQL for the whole run, in a folder that goes with it. It starts when the first test asks for a database, so
 * that a run of pure tests does not wait for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await chooseRoot(), 'izi-test-'));
  let cluster: Promise<Cluster> | undefined;

  const server = createServer((socket) => {
    cluster ??= startCluster(folder);
    cluster.then(
      ({ config }) => socket.end(JSON.stringify({ config })),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    );
    socket.on('error', () => {});
  });
  const socketPath = join(folder, 'ask');
  server.listen(socketPath);
  await once(server, 'listening');
  project.provide('clusterSocket', socketPath);

  return async () => {
    server.close();
    try {
      // A cluster that did not start has told every test that asked for it.
      await (await cluster?.catch(() => null))?.stop();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Copying a database makes some thousand files: in memory that takes 20 ms instead of 400. */
async function chooseRoot(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null);
  const roomy =
    memory !== null && memory.bavail * memory.bsize > 2 * GIGABYTE && process.availableMemory() > 4 * GIGABYTE;
  return roomy ? '/dev/shm' : '/tmp';
}
