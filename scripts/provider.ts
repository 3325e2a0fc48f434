// Prints the offers and balances of the site's accounts at payment providers: `npm run provider`, or `npm run provider -- check wave_ci`
// for some of them. See docs/payments.md.
import { runProvider } from './provider/run-provider.ts';

process.exitCode = await runProvider(process.argv.slice(2), process.env, console.log, console.error);
