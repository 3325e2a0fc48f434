// `npm run cluster -- --faults`: a cluster of its own, whose parts are ended under load, and what players saw. docs/machines.md has
// the figures. With names, as in `npm run cluster -- --faults postgres web`, only these.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ClusterError } from '#deploy/cluster/error.ts';
import { emptyFolder, openCluster, type Cluster } from '#deploy/cluster/open-cluster.ts';
import { defaultPort } from '#deploy/cluster/plan.ts';
import { stopOnSignals } from '#deploy/cluster/run-cluster.ts';
import { ownerUrl } from '#deploy/cluster/sites.ts';
import { connect } from '#database/connect.ts';
import { faults, type Fault } from './cluster/faults.ts';
import { playerCount } from './cluster/players.ts';
import { describeReads } from './cluster/readers.ts';
import { strikeOnce, type Outcome } from './cluster/strike.ts';
import { describeLoad, describeMachine } from './machine.ts';
import { createPlayers } from './players.ts';
import { createReport, type Report } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    faults: { type: 'boolean' },
    runs: { type: 'string', default: '3' },
    port: { type: 'string', default: String(defaultPort) },
    // A folder of an earlier cluster is emptied. It may also be missing.
    folder: { type: 'string', default: `${process.env['DATA_DIR']?.trim() || './data'}/cluster-faults` },
  },
});
const unknown = positionals.find((name) => faults.every((fault) => fault.name !== name));
if (unknown !== undefined) {
  console.error(
    `There is no fault ${unknown}: name some of ${faults.map(({ name }) => name).join(', ')}, or none for all.`,
  );
  process.exit(2);
}

const print = (line: string) => console.error(line);
const stop = stopOnSignals(print);
const ended = new Promise<never>((_, reject) => {
  stop.addEventListener('abort', () => reject(stop.reason as Error));
});
ended.catch(() => {});
const folder = resolve(values.folder);
try {
  await emptyFolder(folder);
  const startedAt = performance.now();
  const cluster = await openCluster(folder, Number(values.port), print, stop);
  const seconds = (performance.now() - startedAt) / 1_000;
  try {
    const report = createReport();
    report.note(`${describeMachine()}; ${describeLoad()} at the start. The cluster was up in ${seconds.toFixed(0)} s.`);
    await strikeAll(cluster, report);
    report.note(`${describeLoad()} at the end.`);
    console.log(`\n${report.toString()}`);
  } finally {
    await cluster.close();
  }
} catch (error) {
  if ((error as Error).name !== 'AbortError') {
    if (!(error instanceof ClusterError)) throw error;
    console.error(`✗ ${error.message}`);
  }
  // Without this, players of an aborted run would keep betting.
  process.exit(1);
}

async function strikeAll(cluster: Cluster, report: Report): Promise<void> {
  // A full pass over the books, and statements that wait for a standby which is to come.
  const config = { connectionString: ownerUrl(cluster.plan) };
  const owner = connect({ config, applicationName: 'izi bench', max: 2, statementTimeoutMs: 10 * 60_000 });
  try {
    await createPlayers(owner, playerCount);
    for (const fault of faults) {
      if (positionals.length > 0 && !positionals.includes(fault.name)) continue;
      if (fault.needsCables && cluster.network.kind !== 'namespaces') {
        report.note(`Not done here: ${fault.what}.`);
        continue;
      }
      const outcomes: Outcome[] = [];
      for (let run = 0; run < Number(values.runs); run++) {
        outcomes.push(await Promise.race([strikeOnce(cluster, owner, fault), ended]));
        print(`· ${fault.name} ${describeRun(outcomes.at(-1)!)}`);
      }
      add(report, fault, outcomes);
    }
  } finally {
    await owner.end();
  }
}

function describeRun({ seconds, seen, reads, lost, doubled, errors, mismatches, voidDraws }: Outcome): string {
  const { acknowledged, answers, slowestMs, withoutRetryAfter, refused } = seen;
  const first = refused[0] === undefined ? '' : `, refused ${refused.length}: ${refused[0]}`;
  return (
    `${seconds.toFixed(1)} s without bets; ${acknowledged.length} acknowledged, slowest ${(slowestMs / 1_000).toFixed(1)} s, ` +
    `answers ${JSON.stringify(answers)}, 503 without Retry-After ${withoutRetryAfter}${first}; lost ${lost}, doubled ${doubled}, ` +
    `500s ${errors}, mismatches ${mismatches}, void draws so far ${voidDraws}; ${describeReads([reads])}`
  );
}

function add(report: Report, { name, what, goal }: Fault, outcomes: readonly Outcome[]): void {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const lost = sum((outcome) => outcome.lost);
  const doubled = sum((outcome) => outcome.doubled);
  const errors = sum((outcome) => outcome.errors);
  const mismatches = sum((outcome) => outcome.mismatches);
  const cut = sum((outcome) => outcome.cut);
  const acknowledged = sum(({ seen }) => seen.acknowledged.length);
  const seconds = outcomes.map((outcome) => outcome.seconds);
  const helped = outcomes.filter((outcome) => outcome.helped).length;
  if (helped > 0)
    report.note(`After ${name} the leader’s Patroni had to be started anew in ${helped} of ${outcomes.length}.`);
  const isSafe = lost + doubled + errors + mismatches === 0;
  report.add({
    what: `${what} (\`${name}\`)`,
    goal: `≤ ${goal} s`,
    measured:
      `${seconds.map((each) => each.toFixed(1)).join(', ')} s; of ${acknowledged} lost ${lost}, doubled ${doubled}; ` +
      `500s ${errors}; cut ${cut}; mismatches ${mismatches}; ${describeReads(outcomes.map(({ reads }) => reads))}`,
    met: isSafe && Math.max(...seconds) <= goal,
  });
}
