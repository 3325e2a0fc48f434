import { statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, prerendered, routes, shellFile, type Manifest, type RoutePath } from './pages.ts';

/**
 * Bytes of HTML, scripts and styles as Brotli, which a first visit downloads before the page can be used. A `goal` is what
 * a slow phone asks for; a `limit` is what has been reached so far, over which the build fails, and which only ever goes down.
 */
const budgets: Partial<Record<RoutePath, Budget>> = {
  '/': { goal: 95_000, limit: 113_000 },
  '/auth/login': { goal: 105_000, limit: 110_000 },
};
const moreThanFirstPage = 25_000;
const everything: Budget = { goal: 240_000, limit: 240_000 };

interface Budget {
  readonly goal: number;
  readonly limit: number;
}

/** Prints what each route weighs, and throws for one that is over its limit. */
export function checkBudget(manifest: Manifest, output: string): void {
  const paths = Object.keys(routes) as RoutePath[];
  const weigh = (file: string) => statSync(join(output, `${file}.br`)).size;
  const weightOf = (path: RoutePath) => sum(downloads(manifest, path), weigh);
  const others = { goal: weightOf('/') + moreThanFirstPage, limit: weightOf('/') + moreThanFirstPage };
  const all = new Set(paths.flatMap((path) => downloads(manifest, path)).filter((file) => !file.endsWith('.html')));

  const lines = [
    ...paths.map((path) => ({ name: path as string, weight: weightOf(path), ...(budgets[path] ?? others) })),
    { name: 'all together', weight: sum([...all, shellFile], weigh), ...everything },
  ];
  for (const { name, weight, goal } of lines) {
    const mark = weight > goal ? '  over the goal' : '';
    console.log(`${name.padEnd(14)} ${kilobytes(weight)} of ${kilobytes(goal)} kB Brotli${mark}`);
  }
  const over = lines.filter(({ weight, limit }) => weight > limit).map(({ name }) => name);
  if (over.length > 0) throw new Error(`over the limit of bytes: ${over.join(', ')}`);
}

/** The HTML, the scripts, and the styles where they are not inlined in the HTML. */
function downloads(manifest: Manifest, path: RoutePath): string[] {
  const { scripts, styles } = filesOf(manifest, path);
  if (path in prerendered) return [prerendered[path as keyof typeof prerendered], ...scripts];
  const inlined = new Set(filesOf(manifest, null).styles);
  return [shellFile, ...scripts, ...styles.filter((file) => !inlined.has(file))];
}

function sum(files: readonly string[], weigh: (file: string) => number): number {
  return files.reduce((total, file) => total + weigh(file), 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(6);
}
