import { pages } from '#web/pages.ts';

/** Every page's path with the module under which the build's manifest lists its code, such as `play/Play.tsx`. */
export const routes: Readonly<Record<string, string>> = Object.fromEntries(
  pages.map(({ path, screen }) => [path, screen]),
);

/** The HTML files of the prerendered pages, by path; all other pages share the shell. */
export const prerendered: Readonly<Record<string, string>> = Object.fromEntries(
  pages
    .filter((page) => page.prerendered)
    .map(({ path }) => [path, path === '/' ? 'index.html' : `${path.slice(1)}.html`]),
);

export const shellFile = 'shell.html';

/** What a build's manifest says about one chunk. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/**
 * The scripts and stylesheets that a page needs before it can be used: those of the entry and of the route, and what they
 * import.
 */
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
  // The chunk that chunks.ts assigns the entry to.
  visit(Object.keys(manifest).find((key) => manifest[key]!.name === 'app') ?? 'app');
  if (route) visit(routes[route]!);
  return { scripts: [...scripts], styles: [...styles] };
}
