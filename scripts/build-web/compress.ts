import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.txt', '.webmanifest']);

/** Writes `file.br` and `file.gz` next to every file that becomes smaller by it, for the server to send as they are. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

/** Like `compressFolder`, for one file. */
export async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }).then((compressed) => writeFile(`${path}.br`, compressed)),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }).then((compressed) =>
      writeFile(`${path}.gz`, compressed),
    ),
  ]);
}
