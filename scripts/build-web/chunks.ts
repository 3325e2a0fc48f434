import { join, resolve } from 'node:path';

const web = resolve(import.meta.dirname, '../../web');
const entry = join(web, 'main.tsx');
const firstScreen = join(web, 'play/Play.tsx');
/**
 * The parts that every page loads in the end. What these share with many others is in `app`, or a first visit would load all of `shared`.
 */
const later = ['layout/News.tsx', 'layout/NewVersion.tsx'].map((part) => join(web, part));
/** The form library, and the schemas that check fields. */
const forms = /node_modules\/(react-hook-form|@hookform)\//;
const checks = /node_modules\/valibot\/|\/contract\/(values\.ts|words\/\w+\/checks\.ts)$/;
const withSchemas = /\/contract\/forms\//;
const packages =
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|zustand|@tanstack)\//;
/** Mutations and infinite lists: the first page uses none, though the package's index names them. */
const laterOfQuery =
  /node_modules\/@tanstack\/.+\/(mutationObserver|useMutation|infiniteQueryObserver|useInfinite)\w*\.js$/;
/** The fields for codes, and the modules that only they need. */
const codes = /\/web\/codes\/|\/web\/words\/\w+\/codes\.ts$|\/contract\/calls\/messages\.ts$/;
/**
 * The calls of the profile's rows, and the proof that acts need: parts of other pages need some of these modules, and each file would be a
 * request.
 */
const states = /\/contract\/calls\/(documents|notices|play-limits|personal-data)\.ts$|\/web\/proof\/ask\.ts$/;

/** A few lines that parts within pages need too, which `users` does not count: a file of its own would be a request more. */
const ofParts = /\/ui\/save-file\.ts$/;
/** The try of a first visit needs it, and not the stage. */
const motion = /\/web\/stage\/motion\.ts$/;

/** The words of the first screen, which no other has. */
const itsWords = /\/words\/\w+\/(play|rules)\.ts$/;

interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => (Record<'importedIds' | 'dynamicallyImportedIds', readonly string[]> & { readonly code: string | null }) | null;
}

interface Known {
  readonly graph: ModuleGraph;
  /** The modules that every page needs, or the first one. */
  readonly app: ReadonlySet<string>;
  /** The modules of the first screen itself. */
  readonly play: ReadonlySet<string>;
  /** The modules that many later pages and parts need, and small modules that two pages need. */
  readonly shared: ReadonlySet<string>;
  /** The modules of the stage that pages need. */
  readonly stage: ReadonlySet<string>;
  /** The modules that only pages with the form library share. */
  readonly forms: ReadonlySet<string>;
  /** The modules of `shared` that use schemas of forms. */
  readonly accounts: ReadonlySet<string>;
}
/** Fewer would make a page download what only other pages need, more would split the app into many small files. */
const many = 3;
/** In characters before minification: as a file of its own a smaller module costs more for its request than for its bytes. */
const small = 1_200;
let known: Known | null = null;

/**
 * The chunk of a module, chosen so that any page takes few requests, and the first page downloads no byte of another. `vendor` changes only
 * with an upgrade and stays in the browser's cache over releases; `app` has the modules that every page needs and those that the first
 * screen shares with others; `shared` has those that many other screens share, and those too small for a file of their own; `stage` has
 * those that show a draw. `accounts` and `forms` are separate from it, because sign-in needs no form library, and most screens need no
 * schemas. The bundler places the rest.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (forms.test(id)) return 'forms';
  if (checks.test(id)) return 'accounts';
  if (laterOfQuery.test(id) || ofParts.test(id)) return 'shared';
  if (packages.test(id)) return 'vendor';
  if (motion.test(id)) return 'motion';
  if (known?.graph !== graph) known = know(graph);
  if (known.play.has(id)) return 'Play';
  if (id.startsWith(join(web, 'play/'))) return null;
  if (known.app.has(id)) return 'app';
  if (codes.test(id)) return 'codes';
  if (states.test(id)) return 'states';
  if (known.forms.has(id)) return 'forms';
  if (known.accounts.has(id)) return 'accounts';
  if (known.shared.has(id)) return 'shared';
  return known.stage.has(id) ? 'stage' : null;
}

function know(graph: ModuleGraph): Known {
  const always = reachable(entry, graph);
  const lazy = new Set([...always].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  const users = new Map<string, string[]>();
  for (const part of lazy) for (const id of reachable(part, graph)) users.set(id, [...(users.get(id) ?? []), part]);
  const usedByLater = later.flatMap((part) => [...reachable(part, graph)]);
  const ofLater = usedByLater.filter((id) => (users.get(id)?.length ?? 0) >= many);
  const app = new Set([...always, ...reachable(firstScreen, graph), ...ofLater]);
  const needs = (id: string, modules: RegExp) => [...reachable(id, graph)].some((needed) => modules.test(needed));
  const stageModules = [...users.keys()].filter((id) => id.startsWith(join(web, 'stage/')));
  const usedBy = (least: number) =>
    [...users.keys()].filter((id) => users.get(id)!.length >= least && !stageModules.includes(id));
  const isSmall = (id: string) => (graph.getModuleInfo(id)?.code?.length ?? Infinity) <= small;
  const isOfPages = (id: string) => users.get(id)!.every((user) => !user.startsWith(join(web, 'layout/')));
  const shared = [...usedBy(many), ...usedBy(2).filter((id) => isSmall(id) && isOfPages(id))];
  const formModules = usedBy(2).filter((id) => users.get(id)!.every((user) => needs(user, forms)));
  const accounts = shared.filter((id) => needs(id, withSchemas));
  return {
    graph,
    app,
    play: new Set(
      [...reachable(firstScreen, graph)].filter((id) => id.startsWith(join(web, 'play/')) || itsWords.test(id)),
    ),
    // With the words and values that they import, which would become files of their own.
    shared: new Set(shared.flatMap((id) => [...reachable(id, graph)])),
    stage: new Set(stageModules.flatMap((id) => [...reachable(id, graph)])),
    forms: new Set(formModules),
    accounts: new Set(accounts),
  };
}

/** A module and all that it imports, directly or indirectly. */
function reachable(from: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([from]);
  for (const id of found) graph.getModuleInfo(id)?.importedIds.forEach((imported) => found.add(imported));
  return found;
}
