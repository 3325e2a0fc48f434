import type { Reporter, TestModule } from 'vitest/node';

/** Lists, at the end of a run, each test that passed only when it was tried again, with what had failed. */
export class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules
      .flatMap(({ children }) => [...children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky);
    if (flaky.length === 0) return;
    console.log('\nFlaky, passed only when tried again. Each is a fault of the product or of the test:');
    for (const test of flaky) {
      console.log(`\n${test.module.relativeModuleId} > ${test.fullName}`);
      for (const { message, diff } of test.result().errors ?? []) console.log(diff ? `${message}\n${diff}` : message);
    }
  }
}
