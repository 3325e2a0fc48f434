// Lists months of tickets and postings, closes them and checks closed ones: `npm run months`. See docs/months.md.
import { runMonths } from './months/run-months.ts';

process.exitCode = await runMonths(process.argv.slice(2), process.env, console.log, console.error);
