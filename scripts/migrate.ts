// Brings the database to this version, with the login of its owner: `npm run migrate`. See scripts/migrate/run-migrate.ts.
import { runMigrate } from './migrate/run-migrate.ts';

process.exitCode = await runMigrate(process.env, console.log, console.error);
