import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { inWords, measureProcessorTime, total, type Seconds } from './processor-time.ts';

/**
 * Prints the processor time of each file, with its part of the shared PostgreSQL, site and Chromium; so only one file may run at a
 * time. What the shared ones take to start is in that of the first file that asks for them.
 */
export class FileTimes implements Reporter {
  readonly #times = measureProcessorTime();
  #before = this.#times.read();
  readonly #files: { readonly path: string; readonly used: Seconds }[] = [];

  onTestModuleEnd({ project, moduleId }: TestModule): void {
    const now = this.#times.read();
    const used = new Map([...now].map(([kind, seconds]) => [kind, seconds - (this.#before.get(kind) ?? 0)]));
    this.#before = now;
    this.#files.push({ path: relative(project.config.root, moduleId), used });
  }

  onTestRunEnd(): void {
    this.#times.stop();
    console.log('\nProcessor time of each file:');
    for (const { path, used } of this.#files.toSorted((one, other) => total(other.used) - total(one.used)))
      console.log(`${path} ${inWords(used, 1)}`);
  }
}
