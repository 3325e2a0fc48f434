import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { buildPlain } from '#scripts/build-web/build-plain.ts';

/**
 * Builds the players' app with the marked words of the file that `MARKED_WORDS` names, into the folder given as its argument. It runs
 * with `use-marked-words.ts`, for the words that the build reads itself.
 */
const sources = JSON.parse(await readFile(process.env['MARKED_WORDS']!, 'utf8')) as Record<string, string>;

const markWords = (): Plugin => ({
  name: 'izi-marked-words',
  enforce: 'pre',
  load: (id) => sources[pathToFileURL(id).href] ?? null,
});
await buildPlain(process.argv[2]!, { words: markWords });
