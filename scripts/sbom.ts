import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { refuseLicences, type Bill } from './sbom/licences.ts';

/**
 * `npm run sbom`: writes what the product is made of into `dist/sbom.cdx.json`, or into the file given as its argument: every
 * package of the lock file with its version, its hash and its licence, and a mark at what only development uses (CycloneDX
 * 1.5, made by npm). Fails when a package of the product has a licence that nobody has read.
 */

const project = resolve(import.meta.dirname, '..');
const file = resolve(process.argv[2] ?? join(project, 'dist/sbom.cdx.json'));

const { stdout } = await promisify(execFile)(
  'npm',
  // The option --omit=dev is of no use: it also leaves out packages that a development tool depends on as well.
  ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'],
  { cwd: project, maxBuffer: 50_000_000 },
);
const bill = JSON.parse(stdout) as Bill;
await mkdir(dirname(file), { recursive: true });
await writeFile(file, stdout);

const refused = refuseLicences(bill);
console.log(`${bill.components.length} packages in ${file}`);
for (const line of refused) console.error(line);
process.exitCode = refused.length === 0 ? 0 : 1;
