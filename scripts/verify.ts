// Checks a running site by its public API only: `npm run verify -- <site> [draw id | --all | --receipt <file>]`.
import { runVerify } from './verify/run-verify.ts';

process.exitCode = await runVerify(process.argv.slice(2), console.log, console.error);
