import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the package, which is that of its API too (docs/api.md). */
export const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};
