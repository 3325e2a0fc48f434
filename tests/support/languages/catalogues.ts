import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = join(import.meta.dirname, '../../..');
/** The folders with the words of the players' site, and of the console. */
const shared = ['ui', 'domain', 'contract', 'server'];
export const roomsOf = { site: ['web', ...shared], console: ['console', ...shared] } as const;
const all = ['web', 'console', ...shared];

export type Leaf = string | ((...parameters: never[]) => unknown);

/** The names of all catalogues in a language, such as `web/play`. */
export function namesOfCatalogues(language: string, rooms: readonly string[] = all): string[] {
  return rooms.flatMap((room) =>
    readdirSync(join(project, room, 'words', language))
      .toSorted()
      .map((file) => `${room}/${file.replace(/\.ts$/, '')}`),
  );
}

/** All words of a language, by the catalogue and the way to them: `web/play.missing.amount`. */
export async function readLeaves(language: string, rooms: readonly string[] = all): Promise<Map<string, Leaf>> {
  const leaves = new Map<string, Leaf>();
  for (const name of namesOfCatalogues(language, rooms)) {
    const [room, file] = name.split('/') as [string, string];
    const path = join(project, room, 'words', language, `${file}.ts`);
    const exported = (await import(pathToFileURL(path).href)) as object;
    // Most files export one catalogue.
    for (const [key, value] of Object.entries(exported)) {
      collect(value, key === 'words' || key === file ? name : `${name}.${key}`, leaves);
    }
  }
  return leaves;
}

function collect(value: unknown, path: string, leaves: Map<string, Leaf>): void {
  if (typeof value === 'string' || typeof value === 'function') leaves.set(path, value as Leaf);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) collect(part, `${path}.${key}`, leaves);
  }
}

/** The words of sentences, in small letters; names of things that are written with digits or capitals inside are left out. */
export function wordsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*/gu) ?? [])
    .filter((word) => !/\p{L}\p{Lu}/u.test(word))
    .map((word) => word.toLowerCase().replaceAll('’', "'"));
}

/**
 * The words of the English catalogues that no French one has: whoever reads one of them on a French page reads English. Functions
 * give the words of their own text.
 *
 * @param rooms of the app whose pages are read
 */
export async function englishOnly(rooms: readonly string[] = roomsOf.site): Promise<ReadonlySet<string>> {
  const [english, french] = await Promise.all([readLeaves('en', rooms), readLeaves('fr', rooms)]);
  const known = new Set([...french.values()].flatMap((leaf) => wordsIn(textOf(leaf))));
  const all = [...english]
    .filter(([path]) => !path.startsWith('web/offer.'))
    .flatMap(([, leaf]) => wordsIn(textOf(leaf)));
  return new Set(all.filter((word) => word.length > 1 && !known.has(word)));
}

/** The text between the quotes of a function, which holds all of its variants. */
export function textOf(leaf: Leaf): string {
  if (typeof leaf === 'string') return leaf;
  const code = String(leaf).replaceAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, ' · ');
  return (code.match(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? []).join(' ');
}
