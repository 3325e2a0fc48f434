import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from './build-language.ts';
import { fileIn, filesOf, htmlFiles, routes, shellFile } from './pages.ts';

/** Bytes of HTML, scripts and styles as Brotli, which a first visit downloads before the page can be used. */
const bytesBudget: Readonly<Record<string, number>> = { '/': 95_000, '/auth/login': 105_000 };
/** 25 kB more than `/` may have. Were it more than `/` has, a byte saved on `/` would have to be saved on each of them too. */
const otherBytesBudget = 120_000;
/** The budget of bytes of a page, by its path. */
export const bytesBudgetOf = (path: string) => bytesBudget[path] ?? otherBytesBudget;
const allTogether = 240_000;
/** Requests for HTML and scripts until a page can be used: each takes 150 ms over slow 4G. */
export const requestsBudget: Readonly<Record<string, number>> = { '/': 6 };
export const otherRequestsBudget = 10;

/**
 * Prints the size of each route in each language, and throws when one is over its budget of bytes or requests. An operator's own
 * name, links and contacts come on top of it: they must not keep a site from being built.
 *
 * @param isOurs whether the site has no such settings
 */
export function checkBudgets(all: readonly Built[], output: string, isOurs: boolean): void {
  const faults = all.flatMap((built) => findFaults(built, output));
  if (faults.length > 0 && isOurs) throw new Error(`over the budget ${faults.join(', ')}`);
}

function findFaults(built: Built, output: string): string[] {
  const { language } = built;
  const paths = Object.keys(routes);
  const weigh = (file: string) => statSync(join(output, `${file}.br`)).size;
  const weightOf = (path: string) => sum(downloads(built, path), weigh);
  const all = new Set(paths.flatMap((path) => downloads(built, path)).filter((file) => !file.endsWith('.html')));

  const lines = [
    ...paths.map((path) => ({
      name: language.base + path,
      weight: weightOf(path),
      budget: bytesBudgetOf(path),
    })),
    { name: `all, ${language.name}`, weight: sum([...all, fileIn(language, shellFile)], weigh), budget: allTogether },
  ];
  for (const { name, weight, budget } of lines) {
    console.log(`${name.padEnd(16)} ${kilobytes(weight)} of ${kilobytes(budget)} kB Brotli`);
  }
  const over = lines.filter(({ weight, budget }) => weight > budget).map(({ name }) => `of bytes: ${name}`);
  const scattered = paths.filter(
    (path) => downloads(built, path).length > (requestsBudget[path] ?? otherRequestsBudget),
  );
  return [...over, ...scattered.map((path) => `of requests: ${language.base}${path}`)];
}

/** The HTML, which has the styles, and the scripts. */
function downloads({ language, manifest }: Built, path: string): string[] {
  return [fileIn(language, htmlFiles[path]!), ...filesOf(manifest, path).scripts];
}

function sum(files: readonly string[], weigh: (file: string) => number): number {
  return files.reduce((total, file) => total + weigh(file), 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(6);
}
