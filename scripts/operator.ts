// Makes, lists and disables operators: `npm run operator -- add <name> --roles compliance`. See docs/accounts.md.
import { runOperator } from './operator/run-operator.ts';

process.exitCode = await runOperator(process.argv.slice(2), process.env, console.log, console.error);
