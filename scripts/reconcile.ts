// Reconciles the books: `npm run reconcile [-- --recent | --resume]`. See docs/reconciliation.md.
import { runReconcile } from './reconcile/run-reconcile.ts';

process.exitCode = await runReconcile(process.argv.slice(2), process.env, console.log, console.error);
