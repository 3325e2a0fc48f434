// `npm run bench`: measures what docs/speed.md reports, each as a ratio to pgbench's TPC-B on the same server in the same
// minutes, and prints a table. `--quick` runs a short version of everything in two minutes. A name, as in `npm run bench --
// overload`, runs that part alone; `--webs 1,2,4` measures bets with so many web processes alone; `growth --tickets 100000000` fills so many.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createReport } from './report.ts';
import { openRig } from './rig.ts';
import { describeLoad, describeMachine } from './machine.ts';
import { growWebs, measureAll, parts, quickPlan, wholePlan } from './measure-all.ts';

const {
  values: { quick, folder, webs, tickets },
  positionals: [name],
} = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    webs: { type: 'string' },
    tickets: { type: 'string' },
    // Must be on a disk: in memory a commit costs nothing.
    folder: { type: 'string', default: join(import.meta.dirname, '../.cache/bench') },
  },
});
const counts = webs?.split(',').map(Number);
if (counts?.some((count) => !Number.isInteger(count) || count < 1)) {
  console.error('--webs takes numbers of web processes, as in --webs 1,2,4.');
  process.exit(2);
}
if (tickets !== undefined && !/^\d{4,10}$/.test(tickets)) {
  console.error('--tickets takes a number, as in --tickets 10000000.');
  process.exit(2);
}
const chosen = quick ? quickPlan : wholePlan;
const plan = tickets === undefined ? chosen : { ...chosen, many: Number(tickets) };
const measure = counts ? growWebs(counts) : name === undefined ? measureAll : parts[name];
if (measure === undefined) {
  console.error(`There is no part ${name}: name one of ${Object.keys(parts).join(', ')}, or none for all of it.`);
  process.exit(2);
}
const startedAt = performance.now();
const report = createReport();
report.note(`${describeMachine()}; ${describeLoad()} at the start.`);

const rig = await openRig(folder);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void rig.close().finally(() => process.exit(1)));
}
try {
  await measure(rig, report, plan);
} finally {
  await rig.close();
}
const asked = [
  ...(name === undefined ? [] : [name]),
  ...(webs === undefined ? [] : ['--webs', webs]),
  ...(tickets === undefined ? [] : ['--tickets', tickets]),
  ...(quick ? ['--quick'] : []),
];
const command = ['npm run bench', ...(asked.length > 0 ? ['--', ...asked] : [])].join(' ');
const minutes = (performance.now() - startedAt) / 60_000;
report.note(`${command} took ${minutes.toFixed(1)} minutes; ${describeLoad()} at the end.`);
console.log(`\n${report.toString()}`);
