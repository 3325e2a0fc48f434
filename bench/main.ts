// `npm run bench`: measures what docs/speed.md reports, each as a ratio to pgbench's TPC-B on the same server in the same
// minutes, and prints a table. `--quick` runs a short version of everything in two minutes.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createReport } from './report.ts';
import { openRig } from './rig.ts';
import { describeLoad, describeMachine } from './machine.ts';
import { measureAll, quickPlan, wholePlan } from './measure-all.ts';

const { quick, folder } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    // Must be on a disk: in memory a commit costs nothing.
    folder: { type: 'string', default: join(import.meta.dirname, '../.cache/bench') },
  },
}).values;
const startedAt = performance.now();
const report = createReport();
report.note(`${describeMachine()}; ${describeLoad()} at the start.`);

const rig = await openRig(folder);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void rig.close().finally(() => process.exit(1)));
}
try {
  await measureAll(rig, report, quick ? quickPlan : wholePlan);
} finally {
  await rig.close();
}
const minutes = (performance.now() - startedAt) / 60_000;
report.note(
  `npm run bench${quick ? ' -- --quick' : ''} took ${minutes.toFixed(1)} minutes; ${describeLoad()} at the end.`,
);
console.log(`\n${report.toString()}`);
