import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { once } from 'node:events';
import { serveChromium } from '#tests/support/browser/chromium.ts';
import { startCluster } from '#tests/support/database/cluster.ts';
import { measureProcessorTime } from '#tests/support/processor-time.ts';
import { makeFolder } from '#tests/support/temporary.ts';
import { startSite } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Unix socket that answers, as JSON, where the run's database server is; see `support/database.ts`. */
    clusterSocket: string;
    /** A Unix socket that answers, as JSON, where the site of the browser journeys is; see `support/site.ts`. */
    siteSocket: string;
    /** A Unix socket that answers, as JSON, where the Chromium of the run is; see `support/browser/shared-chromium.ts`. */
    chromiumSocket: string;
  }
}

/**
 * One PostgreSQL and one Chromium for the whole run, and one site for all browser journeys, in a folder that is removed with them.
 * Each starts when the first test asks for it, so that a run of pure tests does not wait.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const processorTime = measureProcessorTime();
  const folder = await makeFolder('izi-test-');
  const cluster = await shareOnRequest(join(folder, 'ask'), async () => {
    const { config, stop } = await startCluster(folder);
    return { answer: { config }, stop };
  });
  const site = await shareOnRequest(join(folder, 'ask-site'), () => startSite(join(folder, 'site')));
  const chromium = await shareOnRequest(join(folder, 'ask-chromium'), async () => {
    const server = await serveChromium();
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    return { answer: { endpoint: server.wsEndpoint() }, stop: () => server.close(), ended };
  });
  project.provide('chromiumSocket', chromium.socketPath);
  project.provide('clusterSocket', cluster.socketPath);
  project.provide('siteSocket', site.socketPath);

  return async () => {
    const used = processorTime.stop();
    if (used !== null) console.log(`\n${used}`);
    try {
      await Promise.all([cluster.stop(), site.stop(), chromium.stop()]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

interface Shared {
  /** The answer to a request, as JSON. */
  readonly answer: object;
  readonly stop: () => Promise<void>;
  /** Resolves when it has ended, so that the next request starts another. */
  readonly ended?: Promise<void>;
}

/** A socket that starts something on the first request, and answers where it is, or why it does not start. */
async function shareOnRequest(socketPath: string, start: () => Promise<Shared>) {
  let shared: Promise<Shared> | undefined;
  async function begin(): Promise<Shared> {
    const started = await start();
    void started.ended?.then(() => (shared = undefined));
    return started;
  }
  const server = createServer((socket) => {
    shared ??= begin();
    shared.then(
      ({ answer }) => socket.end(JSON.stringify(answer)),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    );
    socket.on('error', () => {});
  });
  server.listen(socketPath);
  await once(server, 'listening');
  return {
    socketPath,
    async stop() {
      server.close();
      // A failed start was reported to every test that asked for it.
      await (await shared?.catch(() => null))?.stop();
    },
  };
}
