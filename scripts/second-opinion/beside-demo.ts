// The second opinion on a demonstration, beside the site. `npm start` starts it and ends it; the site knows nothing of it.
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '#second-opinion/run.ts';
import { findOpinionAddress } from './embedded-address.ts';

/** The site comes first: at its start, and whenever both want the processor. */
const lookEveryMs = 3_000;
const lowPriority = 10;

// The process that started it has ended.
process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches every process. This one ends when the site has ended.
process.on('SIGINT', () => {});
setPriority(lowPriority);

let address: string | null;
do {
  await sleep(lookEveryMs);
  address = await findOpinionAddress(process.env);
} while (address === null);

await run(
  ['--watch'],
  { OPINION_DATABASE_URL: address },
  { print: () => {}, tell: () => {}, signal: new AbortController().signal },
);
