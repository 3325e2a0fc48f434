import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pages } from '#web/pages.ts';
import { buildPlain } from './build-plain.ts';
import { inlineHashes } from './html.ts';
import { shellFile, shellPath } from './pages.ts';
import { putInPlace } from './put-in-place.ts';

/**
 * Builds what a demonstration shows until `build.ts` is done: the players' app in English, marked as unfinished. The server asks for
 * the mark (`server/http/follow-build.ts`).
 */
const destination = join(resolve(import.meta.dirname, '../..'), 'dist/web');
const output = `${destination}.new-${process.pid}`;

process.env['NODE_ENV'] = 'production';

const page = await buildPlain(output);
await rm(join(output, '.vite'), { recursive: true });
await rm(join(output, 'index.html'));
const paths = [shellPath, ...pages.map(({ path }) => path)];
await writeFile(join(output, 'csp.json'), JSON.stringify({ [`/${shellFile}`]: inlineHashes(page) }));
await writeFile(join(output, 'unfinished'), '');
await writeFile(join(output, 'pages.json'), JSON.stringify(Object.fromEntries(paths.map((path) => [path, shellFile]))));
await putInPlace(output, destination);
