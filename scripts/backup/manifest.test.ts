import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#tests/support/temporary.ts';
import { readBackup } from './manifest.ts';

/** A folder whose manifest names these paths, as an attacker with write access would make it: its checksum is right. */
async function writeManifestOf(paths: { folders?: string[]; files?: string[] }): Promise<string> {
  const folder = await makeFolder('izi-manifest-');
  const text = JSON.stringify({
    format: 1,
    moment: '2026-11-24T12:00:00.000Z',
    postgres: '180000',
    systemIdentifier: '7',
    folders: paths.folders ?? ['postgres'],
    files: (paths.files ?? []).map((path) => ({ path, bytes: 1, sha256: '0'.repeat(64) })),
  });
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(
    join(folder, 'manifest.sha256'),
    `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`,
  );
  return folder;
}

const strange = [
  '../../etc/x',
  'postgres/../../etc/x',
  'postgres/base/../../../x',
  'secrets/..',
  'secrets/./key',
  'postgres//x',
  'postgres/',
  '/etc/x',
  '/postgres/x',
  'etc/x',
  'postgresx',
  'secrets/a\0b',
  '',
];

test.each(strange)('a manifest with the path %j is refused, as a file and as a folder', async (path) => {
  for (const paths of [{ files: [path] }, { folders: [path] }]) {
    await expect(readBackup(await writeManifestOf(paths))).rejects.toThrow('its manifest cannot be read');
  }
});

test('paths of a database and of secrets are accepted', async () => {
  const files = ['postgres/base/1/..hidden', 'postgres/PG_VERSION', 'secrets/seed-key'];
  const { manifest } = await readBackup(
    await writeManifestOf({ files, folders: ['postgres', 'postgres/base', 'secrets'] }),
  );
  expect(manifest.files.map(({ path }) => path)).toEqual(files);
});
