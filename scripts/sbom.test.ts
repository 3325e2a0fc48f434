import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { refuseLicences } from './sbom/licences.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

const project = resolve(import.meta.dirname, '..');

test('the bill of materials names every package with its hash, and marks those that only development uses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'sbom.cdx.json');
  await promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'sbom.ts'), file]);
  const bill = JSON.parse(await readFile(file, 'utf8')) as {
    bomFormat: string;
    components: Component[];
  };
  const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = new Map(bill.components.map((component) => [component.name, component]));
  for (const [name, version] of Object.entries(dependencies)) {
    expect(listed.get(name), name).toMatchObject({ version, hashes: [{ alg: 'SHA-512' }], properties: [] });
  }
  const development = { name: 'cdx:npm:package:development', value: 'true' };
  expect(listed.get('vitest')?.properties).toEqual([development]);
});

test('a package without a licence, or with a licence that nobody has reviewed, is refused', () => {
  const component = (name: string, ...licences: string[]) => ({
    name,
    version: '1.0.0',
    properties: name === 'tool' ? [{ name: 'cdx:npm:package:development', value: 'true' }] : [],
    licenses: licences.map((id) => (id.includes(' ') ? { expression: id } : { license: { id } })),
  });
  expect(
    refuseLicences({
      components: [
        component('fine', 'MIT'),
        component('choice', '(GPL-3.0-only OR Apache-2.0)'),
        component('both', 'MIT AND GPL-3.0-only'),
        component('copyleft', 'AGPL-3.0-only'),
        component('none'),
        component('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'),
        component('@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later'),
        component('other', 'LGPL-3.0-or-later'),
        component('tool', 'AGPL-3.0-only'),
      ],
    }),
  ).toEqual([
    'both@1.0.0: the licence is MIT AND GPL-3.0-only',
    'copyleft@1.0.0: the licence is AGPL-3.0-only',
    'none@1.0.0: the licence is missing',
    'other@1.0.0: the licence is LGPL-3.0-or-later',
  ]);
});
