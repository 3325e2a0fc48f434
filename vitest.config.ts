import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FlakyReporter } from './tests/support/flaky-reporter.ts';

/**
 * The slowest files, beginning with the slowest. Those that wait for draws of the site take turns with those that keep a
 * core busy.
 */
const slowest = [
  'tests/fuzz/fuzz.test.ts',
  'tests/faults/backup.test.ts',
  'tests/faults/draws.test.ts',
  'tests/journeys/verify.test.ts',
  'tests/upgrade/side-by-side.test.ts',
  'tests/story.test.ts',
  'tests/journeys/results.test.ts',
  'tests/journeys/through-a-draw.test.ts',
  'tests/journeys/my-bets.test.ts',
  'tests/journeys/lost-code.test.ts',
  'tests/journeys/accessibility.test.ts',
  'tests/console/payments.test.ts',
  'tests/books/books.test.ts',
  'tests/console/draws.test.ts',
  'tests/faults/closing.test.ts',
  'tests/journeys/french.test.ts',
  'tests/postgres-15.test.ts',
  'tests/journeys/unusual.test.ts',
  'server/reconciliation/reconcile.test.ts',
  'tests/journeys/play.test.ts',
  'server/payments/payments.test.ts',
  'tests/journeys/draw-live.test.ts',
  'tests/fair-draw.test.ts',
  'tests/console/sign-in.test.ts',
  'tests/journeys/steady.test.ts',
  'tests/keys.test.ts',
  'server/identity/codes/sending-limits.test.ts',
  'tests/journeys/offline.test.ts',
  'tests/journeys/trouble.test.ts',
  'tests/journeys/money.test.ts',
  'tests/journeys/limits.test.ts',
  'tests/journeys/spec.test.ts',
  'tests/console/kit.test.ts',
  'tests/journeys/account.test.ts',
  'tests/console/two-people.test.ts',
  'tests/journeys/reflow.test.ts',
  'tests/faults/cut.test.ts',
  'tests/concurrency.test.ts',
  'tests/journeys/links.test.ts',
];

/** Begins with what takes longest, so that at the end no worker is left alone with it: a first run has no times to go by. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slowest.findIndex((path) => moduleId.endsWith(path));
      return place < 0 ? slowest.length : place;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- it is not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'dist/**', 'data/**', '.cache/**'],
    globalSetup: ['tests/support/site/global-setup.ts'],
    environment: 'node',
    // On two cores: while two work, two wait for a draw, for a worker's next round or for the disk.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    // A machine that holds a test back for seconds must not hold back a release. The run lists as flaky what needed it, with what had
    // failed. Tests of chance and of faults are tried once: what they find once is found.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    reporters: ['default', new FlakyReporter()],
    // By default a condition has one second, which a busy machine may need for anything.
    expect: { poll: { timeout: 10_000 } },
  },
});
