import { join, resolve } from 'node:path';
import { noPrefetching } from './lean.ts';

const web = resolve(import.meta.dirname, '../../web');
const entry = join(web, 'main.tsx');
const firstScreen = join(web, 'play/Play.tsx');
/** Only forms check with schemas, and the first page has none; the import of them is shaken off. */
const schemas = /node_modules\/valibot\/|\/contract\/values\.ts$/;
const packages = /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack)\//;

interface ModuleGraph {
  getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

let known: { graph: ModuleGraph; app: ReadonlySet<string>; parts: ReadonlySet<string> } | null = null;

/**
 * Which chunk a module goes to, so that the first page takes few requests and none of its bytes is for another page:
 * `vendor` changes only with an upgrade and stays in the browser's cache over releases, `app` is what every page needs,
 * `parts` is what the first screen shares with others. The bundler places the rest.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (packages.test(id) || id === noPrefetching) return 'vendor';
  if (known?.graph !== graph) {
    const app = reachable(entry, graph);
    known = { graph, app, parts: reachable(firstScreen, graph) };
  }
  if (id === entry || schemas.test(id)) return null;
  if (known.app.has(id)) return 'app';
  const isOfFirstScreen = id.startsWith(join(web, 'play/'));
  return known.parts.has(id) && !isOfFirstScreen ? 'parts' : null;
}

/** A module and all that it imports, directly or not. */
function reachable(from: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([from]);
  for (const id of found) graph.getModuleInfo(id)?.importedIds.forEach((imported) => found.add(imported));
  return found;
}
