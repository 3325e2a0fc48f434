import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Imported ahead of a program (`node --import`), this gives it the marked words in place of the English ones. They are in the file
 * that `MARKED_WORDS` names, by the addresses of the modules that they replace.
 */
const sources = JSON.parse(readFileSync(process.env['MARKED_WORDS']!, 'utf8')) as Record<string, string>;

registerHooks({
  load(url, context, nextLoad) {
    const source = sources[url];
    return source === undefined ? nextLoad(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});
