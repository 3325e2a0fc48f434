import { mkdtemp, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const gigabyte = 2 ** 30;

/**
 * A new folder of the tests, for databases. In memory where there is room: a copy of a database is some thousand files, of
 * which each is synchronized with the disk otherwise, and that takes 20 ms instead of 400.
 *
 * @param name how the folder's name begins
 */
export async function makeFolder(name: string): Promise<string> {
  return mkdtemp(join(await chooseRoot(), name));
}

async function chooseRoot(): Promise<string> {
  return (await hasSharedMemory()) ? '/dev/shm' : '/tmp';
}

/** Whether this machine has room for files in memory. A container may have some megabytes. */
export async function hasSharedMemory(): Promise<boolean> {
  const memory = await statfs('/dev/shm').catch(() => null);
  return memory !== null && memory.bavail * memory.bsize > 2 * gigabyte && process.availableMemory() > 4 * gigabyte;
}
