// Verifies the file of a month from the file alone: `npm run verify-month -- <file>`. See docs/months.md.
import { runVerifyMonth } from './months/run-verify-month.ts';

process.exitCode = await runVerifyMonth(process.argv.slice(2), console.log, console.error);
