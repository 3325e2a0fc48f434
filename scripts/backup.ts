// Backs up the embedded database while it is in use: `npm run backup -- <folder>`. See docs/machines.md.
import { setPriority } from 'node:os';
import { runBackup } from './backup/run-backup.ts';

// Bets go first.
setPriority(10);
process.exitCode = await runBackup(process.argv.slice(2), process.env, console.log, console.error);
