// The program of `npm run cluster`: see scripts/cluster.js.
import { runCluster } from './run-cluster.ts';

process.exitCode = await runCluster(process.argv.slice(2), process.env, console.log, console.error);
