import { randomBytes } from 'node:crypto';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '#tests/support/temporary.ts';
import { BrokenZip, readZip, writeZip } from './zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeFolder('izi-zip-');
});
afterAll(() => rm(folder, { recursive: true }));

const files: Readonly<Record<string, Buffer>> = {
  'clients/00.csv': Buffer.from('ticket,1,é\n'.repeat(500)),
  'leaves/a.bin': randomBytes(320),
  'empty.csv': Buffer.alloc(0),
};

async function write(name: string, zip64From?: number): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  const zip = writeZip(file, zip64From);
  for (const [entry, bytes] of Object.entries(files))
    await zip.add(entry, bytes, entry.endsWith('.bin') ? 'stored' : undefined);
  await zip.end();
  await file.close();
  return path;
}

async function readAll(path: string): Promise<Record<string, Buffer>> {
  const zip = await readZip(path);
  try {
    const read: Record<string, Buffer> = {};
    for (const name of zip.names) read[name] = await zip.read(name);
    return read;
  } finally {
    await zip.close();
  }
}

test('what is written is read again, by others too, also where places are told as Zip64 does', async () => {
  const plain = await write('plain.zip');
  const large = await write('large.zip', 100);
  expect((await readFile(large)).length).toBeGreaterThan((await readFile(plain)).length);
  for (const path of [plain, large]) {
    expect(await readAll(path)).toEqual(files);
    const others = unzipSync(await readFile(path));
    expect(Object.fromEntries(Object.entries(others).map(([name, bytes]) => [name, Buffer.from(bytes)]))).toEqual(
      files,
    );
  }
});

test('the same files make the same bytes', async () => {
  expect(await readFile(await write('one.zip'))).toEqual(await readFile(await write('two.zip')));
});

test('each flipped bit is found, wherever it is', async () => {
  const bytes = await readFile(await write('whole.zip', 500));
  const path = join(folder, 'flipped.zip');
  const unseen: number[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit += 3) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    await writeFile(path, flipped);
    const read = await readAll(path).catch((error: unknown) => error);
    if (read instanceof BrokenZip) continue;
    // After the end of the deflated data some bits of the last byte have no meaning.
    expect(read, `bit ${bit}`).toEqual(files);
    unseen.push(bit);
  }
  expect(unseen.length).toBeLessThan(2 * 8);
});
