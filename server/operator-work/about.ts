import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getSettings } from '#contract/operator/settings.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';

type Settings = AnswerOf<typeof getSettings>['data'];

/** The facts that the process knows without the database. */
export type About = Omit<Settings, keyof Rules>;
export type Rules = Pick<Settings, 'kinds' | 'providers'>;

interface AboutOptions {
  /** The folder that holds `package.json`; that of this code where it is left out. */
  readonly project?: string;
  readonly mode: About['mode'];
  readonly timeZone: string;
  /** The digest of the settings. */
  readonly settings: string;
  /** The keys that this process holds, by the setting that has them. */
  readonly keys: Readonly<Record<string, KeyRing>>;
  readonly review: About['review'];
}

const ownProject = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** The code of the process: the sources, the packages by their hashes, and the files for browsers. */
const parts = ['contract', 'database', 'domain', 'server', 'dist/console', 'package.json', 'package-lock.json'];

/**
 * The software of a process, as it was when it started.
 *
 * @returns a function that measures the code again, and says both
 */
export async function createAbout({
  project = ownProject,
  mode,
  timeZone,
  settings,
  keys,
  review,
}: AboutOptions): Promise<() => Promise<About>> {
  const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { version: string };
  const startedAt = new Date().toISOString();
  const atStart = await digestCode(project);
  const fingerprints = Object.entries(keys).flatMap(([name, { all }]) =>
    all.map(({ id }, index) => ({ name, fingerprint: id.toString('hex'), former: index > 0 })),
  );
  return async () => {
    const now = await digestCode(project);
    const measuredAt = new Date().toISOString();
    return {
      version,
      mode,
      zone: timeZone,
      startedAt,
      code: { atStart, now, measuredAt },
      settings,
      keys: fingerprints,
      review,
    };
  };
}

/** SHA-256 over the names and contents of the code, in hex. The same files give the same digest on every machine. */
export async function digestCode(project: string): Promise<string> {
  const names = (await Promise.all(parts.map((part) => listFiles(project, part)))).flat().toSorted();
  const hash = createHash('sha256');
  for (const name of names) {
    const content = await readFile(join(project, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function listFiles(project: string, part: string): Promise<string[]> {
  try {
    const entries = await readdir(join(project, part), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(project.length + 1)
          .split(sep)
          .join('/'),
      );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [part];
    // The console is not built on every machine.
    if (code === 'ENOENT') return [];
    throw error;
  }
}
