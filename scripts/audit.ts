// Checks the audit of what operators do: `npm run audit [-- --head <hash>]`. See docs/audit.md.
import { runAudit } from './audit/run-audit.ts';

process.exitCode = await runAudit(process.argv.slice(2), process.env, console.log, console.error);
