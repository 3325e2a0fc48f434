import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createAbout, digestCode } from '#server/operator-work/about.ts';
import { createSoftwareKeeping } from '#server/operator-work/keep-software.ts';

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'izi-about-'));
  await mkdir(join(project, 'server/deep'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{"version": "1.2.3"}');
  await writeFile(join(project, 'server/main.ts'), 'a');
  await writeFile(join(project, 'server/deep/other.ts'), 'b');
});
afterAll(() => rm(project, { recursive: true }));

const about = () =>
  createAbout({
    project,
    mode: 'production',
    timeZone: 'Africa/Abidjan',
    settings: 'ab',
    keys: { FACTOR_KEY: openKeyRing('new secret of the apps', ['old secret of the apps']) },
    review: null,
  });

test('the settings show the version and the fingerprints of keys, and no secret', async () => {
  const said = await (await about())();
  expect(said).toMatchObject({ version: '1.2.3', mode: 'production', zone: 'Africa/Abidjan' });
  expect(said.keys.map(({ name, former }) => [name, former])).toEqual([
    ['FACTOR_KEY', false],
    ['FACTOR_KEY', true],
  ]);
  expect(said.keys[0]!.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  const text = JSON.stringify(said);
  expect(text).not.toContain('secret');
  expect(text).not.toContain(Buffer.from('new secret').toString('hex'));
});

test('another byte, name or file changes the digest of the code; a test file does not', async () => {
  const measure = await about();
  const { code } = await measure();
  expect(code.now).toBe(code.atStart);
  const copy = join(project, 'copy');
  for (const change of [
    async () => writeFile(join(copy, 'server/main.ts'), 'A'),
    async () => writeFile(join(copy, 'server/more.ts'), ''),
    async () => rm(join(copy, 'server/deep/other.ts')),
    async () => {
      await rm(join(copy, 'server/main.ts'));
      await writeFile(join(copy, 'server/mein.ts'), 'a');
    },
  ]) {
    await cp(join(project, 'server'), join(copy, 'server'), { recursive: true });
    await cp(join(project, 'package.json'), join(copy, 'package.json'));
    expect(await digestCode(copy)).toBe(code.atStart);
    await change();
    expect(await digestCode(copy)).not.toBe(code.atStart);
    await rm(copy, { recursive: true });
  }
  await writeFile(join(project, 'server/main.test.ts'), 'whatever');
  expect((await measure()).code.now).toBe(code.atStart);
  await writeFile(join(project, 'server/main.ts'), 'changed while it runs');
  const later = await measure();
  expect(later.code.atStart).toBe(code.atStart);
  expect(later.code.now).not.toBe(code.atStart);
});

test('the running software is audited: at the start, once a day, and when it changes', async () => {
  const database = await createTestDatabase();
  try {
    const measure = await about();
    const { worker: db, console: operators, owner } = database;
    const lines = async () =>
      (
        await owner.query<{ line: string }>(
          `select convert_from(record, 'UTF8')::jsonb ->> 'who' || ' ' || act as line from console.audit order by number`,
        )
      ).map(({ line }) => line);
    const never = new AbortController().signal;
    const worker = createSoftwareKeeping({ db, process: 'worker', about: measure });
    await worker.step(never);
    await worker.step(never);
    await createSoftwareKeeping({ db: operators, process: 'console', about: measure }).step(never);
    expect(await lines()).toEqual(['worker software_started', 'console software_started']);

    await writeFile(join(project, 'server/main.ts'), 'changed again');
    await Promise.all([worker.step(never), worker.step(never)]);
    expect(await lines()).toHaveLength(3);
    const [changed] = await owner.query<{ record: { before: object; after: object } }>(
      `select convert_from(record, 'UTF8')::jsonb as record from console.audit where act = 'software_measured'`,
    );
    const { version, code, settings } = await measure();
    expect(changed!.record).toMatchObject({
      before: { version, settings },
      after: { version, code: code.now, settings },
    });

    await owner.transact(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(`update console.audit set at = at - interval '25 hours'`);
    });
    await worker.step(never);
    expect((await lines()).slice(3)).toEqual(['worker software_measured']);
    await expect(operators.query(`select console.note_software('owner', true, '1', '', '')`)).rejects.toThrow('owner');
  } finally {
    await database.drop();
  }
});
