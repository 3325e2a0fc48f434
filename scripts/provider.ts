// What the site's payment provider says of our account: `npm run provider`. See docs/payments.md.
import { runProvider } from './provider/run-provider.ts';

process.exitCode = await runProvider(process.env, console.log, console.error);
