// Restores a backup beside the real database and checks all of it: `npm run rehearse-restore -- <folder>`. See docs/machines.md.
import { runRehearsal } from './rehearse/run-rehearsal.ts';

process.exitCode = await runRehearsal(process.argv.slice(2), console.log, console.error);
