import { statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, prerendered, routes, shellFile, type Manifest, type RoutePath } from './pages.ts';

/** Bytes of HTML, scripts and styles as Brotli, which a first visit downloads before the page can be used. */
const firstPage = 95_000;
const signInPage = 105_000;
const moreThanFirstPage = 25_000;
const everything = 240_000;

/** Prints what each route weighs, and throws for one that is over its budget. */
export function checkBudget(manifest: Manifest, output: string): void {
  const paths = Object.keys(routes) as RoutePath[];
  const weigh = (file: string) => statSync(join(output, `${file}.br`)).size;
  const weights = new Map(paths.map((path) => [path, sum(downloads(manifest, path), weigh)]));
  const first = weights.get('/')!;
  const all = new Set(paths.flatMap((path) => downloads(manifest, path)).filter((file) => !file.endsWith('.html')));

  const budgets: Partial<Record<RoutePath, number>> = { '/': firstPage, '/auth/login': signInPage };
  const lines = paths.map((path) => ({
    name: path as string,
    weight: weights.get(path)!,
    budget: budgets[path] ?? first + moreThanFirstPage,
  }));
  lines.push({ name: 'all together', weight: sum([...all, shellFile], weigh), budget: everything });

  for (const { name, weight, budget } of lines) {
    console.log(`${name.padEnd(14)} ${kilobytes(weight)} of ${kilobytes(budget)} kB Brotli${weight > budget ? '  OVER' : ''}`);
  }
  const over = lines.filter(({ weight, budget }) => weight > budget);
  if (over.length > 0) throw new Error(`over the budget of bytes: ${over.map(({ name }) => name).join(', ')}`);
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
