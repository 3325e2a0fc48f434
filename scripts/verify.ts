// Checks a running site from its public API alone: `npm run verify -- <site> [draw id | --all | --receipt <file>]`.
import { runVerify } from './verify/run-verify.ts';

process.exitCode = await runVerify(process.argv.slice(2), console.log, console.error);
