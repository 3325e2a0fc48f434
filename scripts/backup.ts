// Backs up the embedded database while it is in use: `npm run backup -- <folder>`. See docs/machines.md.
import { runBackup } from './backup/run-backup.ts';

process.exitCode = await runBackup(process.argv.slice(2), process.env, console.log, console.error);
