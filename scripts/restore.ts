// Puts a backup into an empty data folder: `npm run restore -- <folder>`. See docs/machines.md.
import { runRestore } from './backup/run-restore.ts';

process.exitCode = await runRestore(process.argv.slice(2), process.env, console.log, console.error);
