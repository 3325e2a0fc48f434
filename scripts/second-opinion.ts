// `npm run second-opinion`: the program in second-opinion/, on the embedded database where no other one is named.
import { run } from '#second-opinion/run.ts';
import { findOpinionAddress } from './second-opinion/embedded-address.ts';

const { env } = process;
const isGiven = Boolean(env['OPINION_DATABASE_URL'] || env['OPINION_DATABASE_URL_FILE']);
const found = isGiven ? null : await findOpinionAddress(env);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());

process.exitCode = await run(
  process.argv.slice(2),
  { ...env, ...(found !== null && { OPINION_DATABASE_URL: found }) },
  { print: console.log, tell: console.error, signal: stop.signal },
);
