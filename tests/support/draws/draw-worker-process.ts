// A process that takes draws through all their states until it is killed: `node draw-worker-process.ts <JSON of its
// settings>`.
import { pino } from 'pino';
import { waitMs } from '#tests/support/patience.ts';
import { connect, type ConnectionConfig } from '#database/connect.ts';
import { startDrawWorker } from '#server/draws/life/draw-worker.ts';
import { testChain } from './beacon.ts';
import { testKeys } from './keys.ts';
import { emptyTimetable } from '#tests/support/players/play.ts';

export interface WorkerSettings {
  readonly config: ConnectionConfig;
  readonly beaconUrls: readonly string[];
}

const { config, beaconUrls } = JSON.parse(process.argv[2]!) as WorkerSettings;
const db = connect({ config, applicationName: 'izi test worker', max: 8, statementTimeoutMs: waitMs });
startDrawWorker({
  db,
  plan: { ...emptyTimetable, keys: testKeys, chain: testChain },
  beacons: [{ chain: testChain, urls: beaconUrls }],
  log: pino({ level: 'silent' }),
});
console.log('at work');
process.on('disconnect', () => process.exit(0));
