import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads a file of a built app, and reads it again for each new build until the build is complete. A demonstration is up before its
 * pages are built: `scripts/start.js` makes the first ones, with a file `unfinished` beside them, and replaces them by all.
 *
 * @param read gets what was read last
 */
export function followBuild<Read>(folder: string, read: (isWhole: boolean, former: Read | null) => Read): () => Read {
  let seen = markOf(folder);
  let isWhole = seen !== null && !isUnfinished(folder);
  let latest = read(isWhole, null);
  return () => {
    if (isWhole) return latest;
    const mark = markOf(folder);
    if (mark === null || mark === seen) return latest;
    seen = mark;
    isWhole = !isUnfinished(folder);
    latest = read(isWhole, latest);
    return latest;
  };
}

/** Differs between two builds; null without one. */
function markOf(folder: string): string | null {
  const pages = statSync(join(folder, 'pages.json'), { throwIfNoEntry: false });
  return pages === undefined ? null : `${pages.ino} ${pages.mtimeMs}`;
}

function isUnfinished(folder: string): boolean {
  return existsSync(join(folder, 'unfinished'));
}
