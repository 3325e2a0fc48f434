// A second opinion on draws: `npm run second-opinion -- --help`, or `node main.ts --help` in a copy of this folder.
import { run } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());

process.exitCode = await run(process.argv.slice(2), process.env, {
  print: console.log,
  tell: console.error,
  signal: stop.signal,
});
