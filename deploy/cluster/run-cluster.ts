import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ClusterError } from './error.ts';
import { openCluster, type Cluster } from './open-cluster.ts';
import { defaultPort, ports } from './plan.ts';
import { ownerUrl } from './sites.ts';
import { stopCluster } from './stop-cluster.ts';

type Print = (line: string) => void;

const usage = `npm run cluster -- [--port <number>] [--folder <folder>]
npm run cluster -- --stop [--folder <folder>]
npm run cluster -- --faults [<name> …] [--runs <number>] [--port <number>]

Runs three databases with Patroni and etcd, three web and two worker processes, and HAProxy between them, on this machine,
until Ctrl-C or --stop. It needs Debian and root, and installs missing packages.

  --port    the port of players (default ${defaultPort}); the 22 ports above it are used too
  --folder  where its data is (default data/cluster); an existing cluster continues
  --stop    ends it, also when its process was killed
  --faults  in a folder of its own: ends parts of the cluster under load, three times each, and prints what players saw`;

interface Asked {
  readonly port: number;
  readonly folder: string;
  readonly isFolderGiven: boolean;
  readonly stop: boolean;
}

/** The command; returns its exit code: 0, and 1 when there is no cluster. */
export async function runCluster(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  const asked = readArguments(args, env['DATA_DIR']?.trim() || './data');
  if (asked === null) {
    printError(usage);
    return 1;
  }
  try {
    if (asked.stop) {
      // The one of --faults has a folder of its own.
      const folders = asked.isFolderGiven ? [asked.folder] : [asked.folder, `${asked.folder}-faults`];
      let wasThere = false;
      for (const folder of folders) wasThere = (await stopCluster(folder)) || wasThere;
      print(wasThere ? '✓ The cluster has ended' : `· No cluster runs in ${folders.join(', ')}`);
      return 0;
    }
    const stop = stopOnSignals(print);
    const startedAt = performance.now();
    const cluster = await openCluster(asked.folder, asked.port, print, stop);
    describe(cluster, (performance.now() - startedAt) / 1_000).forEach(print);
    await new Promise((end) => {
      if (stop.aborted) end(null);
      else stop.addEventListener('abort', end);
    });
    await cluster.close();
    print('✓ The cluster has ended');
    return 0;
  } catch (error) {
    // Somebody ended the cluster before it was ready.
    if ((error as Error).name === 'AbortError') return 1;
    if (!(error instanceof ClusterError)) throw error;
    printError(`✗ ${error.message}`);
    return 1;
  }
}

/** A signal that is aborted when somebody ends this process. What runs is ended in order then, however often they ask. */
export function stopOnSignals(print: Print): AbortSignal {
  const stop = new AbortController();
  const ask = () => {
    if (!stop.signal.aborted) print('· Stopping');
    stop.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask);
  // The script that started this process was killed, so nothing else would stop it.
  process.on('disconnect', ask);
  return stop.signal;
}

function readArguments(args: string[], dataDir: string): Asked | null {
  try {
    const { values } = parseArgs({
      args,
      options: { port: { type: 'string' }, folder: { type: 'string' }, stop: { type: 'boolean', default: false } },
    });
    const port = Number(values.port ?? defaultPort);
    if (!Number.isSafeInteger(port) || port < 1 || port > 65_000) return null;
    const folder = resolve(values.folder ?? `${dataDir}/cluster`);
    return { port, folder, isFolderGiven: values.folder !== undefined, stop: values.stop };
  } catch {
    return null;
  }
}

function describe({ plan }: Cluster, seconds: number): string[] {
  const { port, sites, machines, folder } = plan;
  const webs = sites.flatMap((site) => site.port ?? []);
  return [
    `✓ Up in ${seconds.toFixed(0)} s. Izi is ready at http://127.0.0.1:${port}`,
    `  web processes       ${webs.map((each) => `http://127.0.0.1:${each}/readyz`).join('  ')}`,
    `  Patroni             ${machines.map(({ address }) => `http://${address}:${ports.patroni}/cluster`).join('  ')}`,
    `  the primary         psql ${ownerUrl(plan)}`,
    `  what each says      ${folder}/log`,
    '  Ctrl-C ends it, or npm run cluster -- --stop. What it has is there again at the next start.',
  ];
}
