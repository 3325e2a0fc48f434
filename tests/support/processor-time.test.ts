import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { measureProcessorTime } from './processor-time.ts';

const run = promisify(execFile);

test.runIf(process.platform === 'linux')(
  'the time of a process is counted, and that of its child processes',
  async () => {
    const times = measureProcessorTime();
    const work = (ms: number) => `while (process.cpuUsage().user < ${ms * 1_000});`;
    const own = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(work(700))}]);`;
    await run(process.execPath, ['-e', own + work(900)]);
    // Where it was over before anybody looked, it counts for the process that started it; so only the sum is certain.
    const [, all] = /^Processor time: (\d+) s/.exec(times.stop()!) ?? [];
    expect(Number(all)).toBeGreaterThanOrEqual(2);
  },
);
