import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseDatabaseError } from './http/database-errors.ts';
import { serveMetrics } from './http/metrics.ts';
import { makeFirstRoutes } from './payments/keep-accounts.ts';
import { checkKeys, openServices, type ServicesDeps } from './services.ts';
import { createWeb, type Web, type WebOptions } from './web.ts';
import { createWorker, type WorkerOptions } from './worker.ts';

export interface SiteProcessDeps extends ServicesDeps, WebOptions, Pick<WorkerOptions, 'past' | 'watchDb'> {}

/** A process that serves players, works, or does both, as ROLES says. */
export interface SiteProcess {
  /** Null in a process that only works. */
  readonly web: Web | null;
  /** Removes a client's sessions from this process's cache. */
  readonly forget: (clientId: number) => void;
  /**
   * Checks the database and reads from it what this process needs.
   *
   * @param patience what to do while the database does not answer; without it that is an error
   * @throws ConfigError when the settings do not belong to this database
   */
  begin(patience?: Patience): Promise<void>;
  /** Starts to serve and to work, and resolves to the site's address. Begins first, where that was not done. */
  listen(): Promise<string>;
  /**
   * Finishes the calls under way and the background work. The caller closes the databases.
   *
   * @param replaced whether another process has taken its place on the same port, so that the site stays ready
   */
  stop(replaced?: boolean): Promise<void>;
  /** For Prometheus; empty without METRICS_PORT. */
  readMetrics(): Promise<string>;
}

/** How a process behaves that starts while its database does not answer. */
export interface Patience {
  /** Whether it listens meanwhile, so that players get an answer. Not where another process still serves them. */
  readonly listens: boolean;
  /** Called at each try. */
  readonly onWait: () => void;
}

/** How long a process that starts may wait for its database before it listens without it. */
const listensAfterMs = 2_000;
const beginAgainMs = 500;

/** Nothing listens and nothing works yet. */
export async function createSiteProcess(deps: SiteProcessDeps): Promise<SiteProcess> {
  const { config, log, processName } = deps;
  const services = await openServices(deps);
  const { metrics, news, address } = services;
  const web = config.roles.includes('web') ? await createWeb(services, deps) : null;
  const forget = web?.forget ?? (() => {});
  const worker = config.roles.includes('worker') ? createWorker(services, { ...deps, forget }) : null;
  let metricsServer: Server | undefined;
  let begun = false;
  let leaving = false;

  /** May be done again after it failed. */
  async function askDatabase(): Promise<void> {
    await checkKeys(services);
    await makeFirstRoutes(deps.db, config.payments.routes, log);
    await worker?.begin();
    await web?.begin();
    begun = true;
  }

  async function begin(patience?: Patience): Promise<void> {
    // A database that is silent fails late.
    const early = patience?.listens ? setTimeout(() => void web?.listen().catch(() => {}), listensAfterMs) : undefined;
    try {
      for (let isLogged = false; !begun;) {
        try {
          await askDatabase();
        } catch (error) {
          // The process is ending, so its start never goes on.
          if (leaving) return await new Promise<never>(() => {});
          if (patience === undefined || refuseDatabaseError(error)?.code !== 'unavailable') throw error;
          if (!isLogged) log.error({ err: error }, 'the database does not answer, so this process waits for it');
          isLogged = true;
          patience.onWait();
          if (patience.listens) await web?.listen();
          await sleep(beginAgainMs);
        }
      }
    } finally {
      clearTimeout(early);
    }
  }

  return {
    web,
    forget,
    begin,

    async listen() {
      await begin();
      await web?.listen();
      if (metrics && config.metricsPort !== undefined && processName === undefined) {
        const read = () => metrics.registry.metrics();
        metricsServer = await serveMetrics(read, config.metricsPort, config.metricsHost);
      }
      await worker?.start();
      return address.publicUrl();
    },

    async stop(replaced = false) {
      leaving = true;
      // Notifications end first, so that none reaches a part that is being stopped.
      await news.close();
      await web?.stop(replaced);
      await worker?.stop();
      metricsServer?.close();
      await services.close();
    },

    readMetrics: async () => (await metrics?.registry.metrics()) ?? '',
  };
}
