import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FileTimes } from './tests/support/file-times.ts';
import { isLongRun } from './tests/support/long-run.ts';
import { slowness, testMs, waitMs } from './tests/support/patience.ts';

/** Seconds that files took, by their paths, for a clone that has not run them yet; `npm run test:times` writes it. */
const times = JSON.parse(readFileSync(join(import.meta.dirname, 'tests/times.json'), 'utf8')) as Record<string, number>;

/**
 * Begins with what failed last, then with what takes longest, so that at the end no worker is left alone with it. Vitest keeps the
 * times of the last run in `cacheDir`. Files that share processes come last, one after the other: a process takes the next file only
 * where that is of its project.
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
    return files.toSorted(
      (one, other) => sharing(one).localeCompare(sharing(other)) || millisecondsOf(other) - millisecondsOf(one) || 0,
    );
  }
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
    // On two cores: while two work, four wait for a draw, for a worker's next round or for the disk.
    maxWorkers: showsFileTimes ? 1 : 6,
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
