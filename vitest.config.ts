import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FileTimes } from './tests/support/file-times.ts';
import { isLongRun } from './tests/support/long-run.ts';
import { slowness, testMs, waitMs } from './tests/support/patience.ts';

/** Seconds that files took, by their paths, for a clone that has not run them yet; `npm run test:times` writes it. */
const times = JSON.parse(readFileSync(join(import.meta.dirname, 'tests/times.json'), 'utf8')) as Record<string, number>;

/** In milliseconds. A file that takes longer mostly waits: for a draw, for a worker's next round or for a process that starts. */
const mostlyWaitsMs = 60_000;
/** How much of the other files' time has passed when the last one that waits begins, so that no worker is left alone with it. */
const waitingBegunBy = 0.75;

/**
 * Begins with what failed last, then with what takes longest, but spreads the files that mostly wait: side by side they would leave the
 * processor idle, and keep it busy later. Vitest keeps the times of the last run in `cacheDir`. Files that share processes come last,
 * one project after the other: a process takes the next file only where that is of its project.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    /** The name of the project, where its files share processes. */
    const sharing = ({ project }: TestSpecification) => (project.config.isolate ? '' : project.name);
    const millisecondsOf = ({ project, moduleId }: TestSpecification) => {
      const path = relative(import.meta.dirname, moduleId);
      const last = this.ctx.cache.getFileTestResults(`${project.name}:${path}`);
      return last?.failed ? Infinity : (last?.duration ?? (times[path] ?? 0) * 1_000);
    };
    const timed = files
      .map((file) => ({ file, ms: millisecondsOf(file) }))
      .toSorted((one, other) => other.ms - one.ms || 0);
    return [...Map.groupBy(timed, ({ file }) => sharing(file))]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .flatMap(([, ofOneProject]) => spread(ofOneProject))
      .map(({ file }) => file);
  }
}

/** Spreads those that mostly wait among the others, by the time that both take. What failed stays first. */
function spread<Timed extends { readonly ms: number }>(slowestFirst: readonly Timed[]): Timed[] {
  const waiting = slowestFirst.filter(({ ms }) => ms > mostlyWaitsMs && ms < Infinity);
  const others = slowestFirst.filter(({ ms }) => ms <= mostlyWaitsMs);
  const msOf = (some: readonly Timed[]) => some.reduce((sum, { ms }) => sum + ms, 0);
  const perMsOfOthers = msOf(waiting) / (msOf(others) * waitingBegunBy);
  const order = slowestFirst.filter(({ ms }) => ms === Infinity);
  let due = 0;
  for (const other of others) {
    for (let next = waiting[0]; next && due >= 0; next = waiting[0]) {
      order.push(next);
      waiting.shift();
      due -= next.ms;
    }
    order.push(other);
    due += other.ms * perMsOfOthers;
  }
  return [...order, ...waiting];
}

/** The tests that take too long for the gate, `npm test`, and are in the long run instead; see docs/testing.md. */
const long = '**/*.long.test.ts';
/** The tests of which the gate runs a part, by turns or by chance, and the long run all. */
const partly = [
  'tests/journeys/*.test.ts',
  'tests/console/*.test.ts',
  'domain/exposure/{exposure,order-payouts}.test.ts',
  'server/exposure/keep-exposures.test.ts',
  'server/identity/sign-in/sign-in-wait.test.ts',
  'server/operator/statements/statements.test.ts',
  'server/reconciliation/reconcile.test.ts',
  'web/tickets/shuffle.test.ts',
];
/** Prints the processor time of each file; one runs at a time, since they share PostgreSQL, the site and Chromium. */
const showsFileTimes = process.env['FILE_TIMES'] === 'on';

if (slowness > 1) console.log(`This machine is ${slowness} times slower than a quick one; limits of time are longer.`);

/**
 * On two cores: while two work, the others wait for a draw, for a worker's next round or for the disk. On a slow machine the processor
 * is what they wait for.
 */
const filesAtATime = slowness > 1.5 ? 6 : 9;

/** Node imports the code itself, as it does for the server. */
const native = { viteModuleRunner: false, nodeLoader: false };

/** Whose code a browser runs: it is made for Vite, which is slower to import it than Node. */
const pages = ['{web,console,ui}/**/*.test.{ts,tsx}', 'scripts/build-web/*.test.ts'];
/** The tests that replace modules, for which Vite imports the code too. */
const replacing = ['server/identity/sign-in/sign-in-work.test.ts'];

export default defineConfig({
  cacheDir: '.cache/vite/tests',
  test: {
    globalSetup: ['tests/support/site/global-setup.ts'],
    maxWorkers: showsFileTimes ? 1 : filesAtATime,
    ...(showsFileTimes && { reporters: ['default', new FileTimes()] }),
    sequence: { sequencer: SlowestFirst },
    experimental: native,
    projects: [
      project(
        'node',
        isLongRun ? [long, ...partly] : ['**/*.test.ts'],
        isLongRun ? [] : [long, ...pages, ...replacing],
        {
          experimental: native,
          environment: './tests/support/test-process.ts',
          // They end what they start, so in the gate they share processes, and what these have imported.
          isolate: isLongRun,
          setupFiles: ['tests/support/begin-file.ts'],
        },
      ),
      project('pages', isLongRun ? [] : pages, [], {
        experimental: { viteModuleRunner: true },
        // A process for each would be most of what these files take. They share some, and each has modules of its own.
        isolate: false,
        setupFiles: ['tests/support/fresh-modules.ts'],
      }),
      project('replacing', isLongRun ? [] : replacing, [], {
        experimental: { viteModuleRunner: true },
      }),
    ],
  },
});

function project(
  name: string,
  include: string[],
  exclude: string[],
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: ['node_modules/**', 'dist/**', 'data/**', '.cache/**', ...exclude],
      environment: 'node',
      // These are the only limits, and generous: a test waits for events. What fails once has failed, so nothing is tried again.
      testTimeout: testMs,
      hookTimeout: testMs,
      expect: { poll: { timeout: waitMs } },
      restoreMocks: true,
      // More journeys at a time would each take minutes on a slow machine, and their draws would close meanwhile.
      maxConcurrency: 2,
      ...options,
    },
  };
}
