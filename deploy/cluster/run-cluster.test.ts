import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyFolder, openCluster } from './open-cluster.ts';
import { createProcesses } from './processes.ts';
import { runCluster } from './run-cluster.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/izi-cluster-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function told(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  return { code: await runCluster(args, {}, print, print), output: lines.join('\n') };
}

test('an impossible request is refused in one line, and leaves no files', async () => {
  const folder = await createFolder();
  expect(await told('--stop', '--folder', folder)).toEqual({ code: 0, output: `· No cluster runs in ${folder}` });
  expect(await told('--port', 'high')).toMatchObject({ code: 1, output: expect.stringContaining('--port') as string });
  vi.spyOn(process, 'getuid').mockReturnValue(1_000);
  await expect(openCluster(folder, 3400, () => {})).rejects.toThrow('needs Linux and root');
  expect(await readdir(folder)).toEqual([]);
});

test('only the folder of a stopped cluster is emptied', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'letter'), 'dear');
  await expect(emptyFolder(folder)).rejects.toThrow('contains files that are not');
  expect(await readdir(folder)).toEqual(['letter']);
  await mkdir(join(folder, 'db1'));
  if (process.platform === 'linux') {
    // This process looks after it.
    createProcesses(folder);
    await expect(emptyFolder(folder)).rejects.toThrow('a cluster runs');
    await rm(join(folder, 'processes.json'));
  }
  await emptyFolder(folder);
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});
