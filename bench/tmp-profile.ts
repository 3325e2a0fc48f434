import { join } from 'node:path';
import { openRig } from './rig.ts';
import { openDraw } from './draws.ts';
import { overHttp } from './contenders.ts';
import { processorTimeOf } from './processor-time.ts';
const rig = await openRig(join(import.meta.dirname, '../.cache/bench'));
const server = await rig.startServer('prof', { RATE_LIMIT_SCALE: '10000', ...(process.env['PROF'] ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof --cpu-prof-interval=200' } : {}) });
try {
  const drawId = await openDraw(rig.owner);
  const load = overHttp(server, drawId, { connections: Number(process.env['CONN'] ?? 64) });
  await load.run(4);
  for (let i = 0; i < Number(process.env['TURNS'] ?? 1); i++) {
    const [s, d, a] = [server.child.pid!, rig.databasePid, process.pid].map(processorTimeOf);
    const per = await load.run(8);
    const [s2, d2, a2] = [server.child.pid!, rig.databasePid, process.pid].map(processorTimeOf);
    const us = (x: number) => ((x * 1000) / (per * 8)).toFixed(1);
    console.log(Math.round(per), 'bets/s; us a bet: server', us(s2! - s!), 'database', us(d2! - d!), 'all', us(a2! - a!), 'p99', load.latencies.at(-1)!.p99.toFixed(0));
  }
} finally {
  await server.end('SIGINT');
  await rig.close();
}
