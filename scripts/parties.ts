// Shows who a client's payments are about, to one of two operators: `npm run --silent parties -- 7 Awa`. See docs/accounts.md.
import { runParties } from './parties/run-parties.ts';

process.exitCode = await runParties(process.argv.slice(2), process.env, console.log, console.error);
