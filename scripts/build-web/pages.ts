import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the build reads of `web/pages.ts`, whose other half is for the browser. */
interface Page {
  readonly path: string;
  readonly load: () => Promise<unknown>;
  readonly prerendered?: true;
}

const list = pathToFileURL(join(resolve(import.meta.dirname, '../../web'), 'pages.ts')).href;
const { pages } = (await import(list)) as { pages: readonly Page[] };

/** Every page's path with the module that the build's manifest files its code under, such as `play/Play.tsx`. */
export const routes: Readonly<Record<string, string>> = Object.fromEntries(
  pages.map((page) => [page.path, moduleOf(page)]),
);

/** The HTML files of the pages that have their own, by path; all other pages share the shell. */
export const prerendered: Readonly<Record<string, string>> = Object.fromEntries(
  pages
    .filter((page) => page.prerendered)
    .map(({ path }) => [path, path === '/' ? 'index.html' : `${path.slice(1)}.html`]),
);

/** Which module a page loads stands only in the function that imports it. */
function moduleOf({ path, load }: Page): string {
  const [, module] = /import\('\.\/([^']+)'\)/.exec(String(load)) ?? [];
  if (module === undefined) throw new Error(`web/pages.ts does not say by import() what the page ${path} loads`);
  return module;
}

export const shellFile = 'shell.html';

/** What a build's manifest says about one chunk. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** The scripts and stylesheets a page needs before it can be used: the entry's, the route's, and what they import. */
export function filesOf(manifest: Manifest, route: string | null): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  function visit(key: string) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk for ${key}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.imports?.forEach(visit);
    chunk.css?.forEach((file) => styles.add(file));
  }
  // Where chunks.ts puts the entry.
  visit(Object.keys(manifest).find((key) => manifest[key]!.name === 'app') ?? 'app');
  if (route) visit(routes[route]!);
  return { scripts: [...scripts], styles: [...styles] };
}
