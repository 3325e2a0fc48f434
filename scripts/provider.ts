// What the site's accounts at payment providers offer and hold: `npm run provider`, or `npm run provider -- check wave_ci` for some of
// them. See docs/payments.md.
import { runProvider } from './provider/run-provider.ts';

process.exitCode = await runProvider(process.argv.slice(2), process.env, console.log, console.error);
