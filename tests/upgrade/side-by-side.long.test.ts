import { execFile } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { migrate } from '#database/migrate.ts';
import { readSchemaFiles } from '#database/schema-files.ts';
import { runReconcile } from '#scripts/reconcile/run-reconcile.ts';
import { runVerify } from '#scripts/verify/run-verify.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { playStory } from '#tests/support/players/play-story.ts';
import { createDataFolder, startServer, type ServerProcess } from '#tests/support/site/server.ts';
import { makeFolder } from '#tests/support/temporary.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Files that a process of the former version reads from its folder. */
const program = ['package.json', 'server', 'domain', 'contract', 'database', 'scripts'];

test('a running process of the former version serves players on the tables of this one, beside processes of this one', async (context) => {
  const former = await findFormerVersion();
  if (former === null) {
    console.warn('✗ SKIPPED: this folder is no clone: the program of the version before comes from the history');
    return context.skip();
  }
  if (former === 'HEAD') {
    console.warn('! No release came before this one: the last commit stands for it, so no migration since is tried');
  }
  const folder = await makeFolder('izi-former-');
  const data = [await createDataFolder(), await createDataFolder()] as const;
  const empty = await createEmptyDatabase();
  const settings = { ...settingsFor(empty.config), ...keySettings };
  const running: ServerProcess[] = [];
  try {
    await unpack(former, folder);
    const its = await readSchemaFiles(join(folder, 'database'));
    const before = await startServer(
      data[0].folder,
      { ...settings, ROLES: 'web,worker' },
      join(folder, 'server/main.ts'),
    );
    running.push(before);
    const applied = await migrate(empty.config);
    const names = ({ migrations }: typeof its) => migrations.map(({ name }) => name);
    // Its migrations, and none that it knew was changed since.
    const added = names(await readSchemaFiles()).filter((name) => !names(its).includes(name));
    expect(applied.filter((name) => /^\d{4}-/.test(name))).toEqual(added);
    const after = await startServer(data[1].folder, { ...settings, ROLES: 'web,worker' });
    running.push(after);
    await Promise.all([playStory(before.url), playStory(after.url)]);

    const said: string[] = [];
    const print = (line: string) => void said.push(line);
    expect(await runReconcile([], settings, print, print), said.join('\n')).toBe(0);
    expect(await runVerify([after.url], print, print), said.join('\n')).toBe(0);
    expect(errorsOf(before), 'what failed in the process of the former version').toEqual([]);
    expect(errorsOf(after), 'what failed in the process of this version').toEqual([]);
  } finally {
    await Promise.all(running.map((server) => server.end('SIGINT')));
    await empty.drop();
    await Promise.all([...data.map((one) => one.remove()), rm(folder, { recursive: true })]);
  }
});

/**
 * The newest release before this commit, by its tag, such as `v1.2.0`; `HEAD` where there is none from 1.0 on. Null where the history
 * is not there.
 */
async function findFormerVersion(): Promise<string | null> {
  const git = async (...args: string[]) => (await run('git', ['-C', root, ...args])).stdout.trim();
  const head = await git('rev-parse', '--verify', 'HEAD').catch(() => null);
  if (head === null) return null;
  const tags = (await git('tag', '--list', 'v[1-9]*', '--merged', 'HEAD', '--sort=-version:refname')).split('\n');
  for (const tag of tags.filter((each) => /^v\d+\.\d+\.\d+$/.test(each))) {
    if ((await git('rev-parse', `${tag}^{commit}`)) !== head) return tag;
  }
  return 'HEAD';
}

/** The errors in a server's log. */
function errorsOf(server: ServerProcess): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line));
}

/** Puts a commit's program into a folder, with the libraries and built pages of this version. */
async function unpack(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'former.tar');
  await run('git', ['-C', root, 'archive', '--output', archive, commit, '--', ...program]);
  await run('tar', ['-xf', archive, '-C', folder]);
  await Promise.all(['node_modules', 'dist'].map((name) => symlink(join(root, name), join(folder, name))));
}
