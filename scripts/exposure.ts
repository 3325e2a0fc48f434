// The exposure of draws: `npm run exposure [-- <draw id>] [--json] [--histogram]`. See docs/decisions/0057.
import { runExposure } from './exposure/run-exposure.ts';

process.exitCode = await runExposure(process.argv.slice(2), process.env, console.log, console.error);
