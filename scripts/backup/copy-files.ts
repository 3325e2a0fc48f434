import { createHash } from 'node:crypto';
import { mkdir, open, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError } from './error.ts';

/** A file that was copied, as the manifest lists it. */
export interface CopiedFile {
  /** From the folder that was copied, with `/` between its parts. */
  readonly path: string;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

const chunkBytes = 2 ** 20;

/**
 * Copies one file, so that it survives a power cut, and returns what was copied: of a file that grows meanwhile, what it held
 * at the start.
 *
 * @param onBytes called with the size of each portion
 * @returns null when there is no such file (any more)
 */
export async function copyFile(
  from: string,
  to: string,
  path: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<CopiedFile | null> {
  const source = await open(join(from, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (source === null) return null;
  try {
    await using target = await createFile(join(to, path));
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let bytes = 0;
    for (const { size } = await source.stat(); bytes < size;) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(chunkBytes, size - bytes), bytes);
      // It became shorter: the log of the database knows, and shortens it again when it is replayed.
      if (bytesRead === 0) break;
      const portion = buffer.subarray(0, bytesRead);
      hash.update(portion);
      await writeAll(target, portion);
      bytes += bytesRead;
      onBytes(bytesRead);
    }
    await target.sync();
    return { path, bytes, sha256: hash.digest('hex') };
  } finally {
    await source.close();
  }
}

/** Writes a file that must not exist yet, so that it survives a power cut. */
export async function writeNewFile(folder: string, path: string, content: string | Buffer): Promise<CopiedFile> {
  const bytes = Buffer.from(content as string);
  await using file = await createFile(join(folder, path));
  await writeAll(file, bytes);
  await file.sync();
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function createFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'wx', 0o600);
}

/** `write` may store only a part, which happens before it reports a full disk. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written);
    written += bytesWritten;
  }
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The space that a disk keeps free beyond the copied files: its own tables, and the log of the database that grows meanwhile. */
const spareBytes = 64 * 2 ** 20;

/** @throws BackupError when the disk of this folder has no room for so much */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + spareBytes) return;
  throw new BackupError(
    `the disk of ${folder} has ${inMegabytes(free)} MB free, and ${inMegabytes(bytes + spareBytes)} MB are needed`,
  );
}

export function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 0 });
}

/** Calls `tell` with the share that is done, in per cent, each time another tenth is. */
export function tellTenths(totalBytes: number, tell: (percent: number) => void): (bytes: number) => void {
  let done = 0;
  let told = 0;
  return (bytes) => {
    done += bytes;
    const tenth = Math.min(9, Math.floor((10 * done) / Math.max(1, totalBytes)));
    if (tenth <= told) return;
    told = tenth;
    tell(10 * tenth);
  };
}

/** Runs `work` on each item, so many at a time. Rejects with the first error, once those under way have ended. */
export async function forEachOf<T>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  let next = 0;
  async function workOn(): Promise<void> {
    while (next < items.length && errors.length === 0) {
      await work(items[next++]!).catch((error: unknown) => errors.push(error));
    }
  }
  await Promise.all(Array.from({ length: atATime }, workOn));
  if (errors.length > 0) throw errors[0];
}
