import { pages } from '#web/pages.ts';
import type { Language } from './languages.ts';

/** Every page's path with the module under which the build's manifest lists its code, such as `play/Play.tsx`. */
export const routes: Readonly<Record<string, string>> = Object.fromEntries(
  pages.map(({ path, screen }) => [path, screen]),
);

/** The HTML file of each page, by its path. */
export const htmlFiles: Readonly<Record<string, string>> = Object.fromEntries(
  pages.map(({ path }) => [path, path === '/' ? 'index.html' : `${path.slice(1).replaceAll(':', '')}.html`]),
);

/** Whether search engines may list a page: one that anybody can open, and that is the same for all. */
export function isPublic(path: string): boolean {
  return pages.some((page) => page.path === path && page.hydrated && !path.startsWith('/auth/'));
}

/** The folder of a language's HTML inside the output: none for English. */
export function fileIn({ base }: Language, file: string): string {
  return `${base.slice(1)}${base && '/'}${file}`;
}

/** The file that answers for any page but `/` from the service worker, and for an unknown address from the server. */
export const shellFile = 'shell.html';
/** The address at which the service worker finds it. */
export const shellPath = '/shell';

/** The parts of the header that every page of a client shows at once. */
const headerOfClients = 'layout/for-clients.ts';

/** A chunk as the build's manifest describes it. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/**
 * The scripts and stylesheets that a page needs before it can be used: those of the entry, of the route, and on a page of
 * clients of their header, with what they import.
 */
export function filesOf(manifest: Manifest, route: string | null): Files {
  const isOfClients = pages.some(({ path, only }) => path === route && only === 'clients');
  const chunks = [
    named(manifest, 'app'),
    ...(route === '/' ? [named(manifest, 'Play')] : route ? [routes[route]!] : []),
    ...(isOfClients ? [headerOfClients] : []),
  ];
  return reach(manifest, chunks, ({ imports = [] }) => imports);
}

export interface Files {
  readonly scripts: string[];
  readonly styles: string[];
}

/** The files of some modules, by their names in the manifest, and what these import. */
export function filesOfModules(manifest: Manifest, modules: readonly string[]): Files {
  return reach(manifest, modules, ({ imports = [] }) => imports);
}

/** The parts that only some sites offer. Nobody downloads it who has not asked for it. */
const neverAhead = 'identity/PhoneService.tsx';

/** The scripts and stylesheets of the app, also those that are loaded on demand, but not what most players never need. */
export function filesLoadedAhead(manifest: Manifest): Files {
  return reach(manifest, [named(manifest, 'app')], ({ imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports.filter((module) => module !== neverAhead),
  ]);
}

/** The key of a chunk that chunks.ts has named. */
function named(manifest: Manifest, name: string): string {
  return Object.keys(manifest).find((key) => manifest[key]!.name === name) ?? name;
}

function reach(manifest: Manifest, from: readonly string[], next: (chunk: Chunk) => readonly string[]): Files {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  function visit(key: string) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk for ${key}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    next(chunk).forEach(visit);
    chunk.css?.forEach((file) => styles.add(file));
  }
  from.forEach(visit);
  return { scripts: [...scripts], styles: [...styles] };
}
