import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { CommonPasswords } from './common-passwords.ts';

/** The operator's own list of passwords that leaked from other sites; see `openBreachedPasswords`. */
export interface BreachedPasswords {
  has(password: string): Promise<boolean>;
  close(): Promise<void>;
}

const hashLength = 40;
const line = /^([0-9A-F]{40})(:\d+)?\r?$/i;
/** The bytes of one read. A line has a hash, a colon, a count of up to ten digits and a line break. */
const window = 128;

/**
 * Opens the download of *Have I Been Pwned*: a line for each SHA-1 in hexadecimal with a count, in ascending order. It has some
 * 40 GB, so nothing of it is kept in memory: each look-up reads about 35 places of the file.
 *
 * @param log a file that cannot be read later is reported there, and keeps nobody from signing in or choosing a password
 * @throws Error, for the person who starts the server, when the file is not such a list
 */
export async function openBreachedPasswords(path: string, log: Pick<Logger, 'error'>): Promise<BreachedPasswords> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => refuse(`cannot be read (${error.code})`));
  try {
    const { size } = await file.stat();
    await checkList(file, size);
    return {
      has: (password) =>
        includes(file, size, createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()).catch(
          (error: unknown) => {
            log.error(
              { err: error },
              'the list of BREACHED_PASSWORDS_FILE cannot be read: passwords are compared with ours only',
            );
            return false;
          },
        ),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The passwords that nobody may have, as far as this one is concerned: ours, and those of the operator's list. */
export async function knownPasswords(
  {
    commonPasswords,
    breachedPasswords,
  }: { readonly commonPasswords: CommonPasswords; readonly breachedPasswords?: BreachedPasswords | undefined },
  password: string,
): Promise<CommonPasswords> {
  const isBreached = (await breachedPasswords?.has(password)) ?? false;
  return isBreached ? { has: (other) => other === password || commonPasswords.has(other) } : commonPasswords;
}

/** Looks at some places only: reading all of it would take minutes. */
async function checkList(file: FileHandle, size: number): Promise<void> {
  if (size === 0) refuse('is empty');
  const places = Array.from({ length: 9 }, (_, n) => Math.min(Math.floor((size / 8) * n), size - 1));
  let last = '';
  for (const place of places) {
    const { hash } = await lineAt(file, place);
    if (hash < last) refuse('is not in ascending order: download the one that is ordered by hash');
    last = hash;
  }
}

/** Binary search by the place in the file. */
async function includes(file: FileHandle, size: number, wanted: string): Promise<boolean> {
  let from = 0;
  let to = size;
  while (from < to) {
    const { hash, start, end } = await lineAt(file, Math.floor((from + to) / 2));
    if (hash === wanted) return true;
    if (hash < wanted) from = end;
    else to = start;
  }
  return false;
}

/** The line that holds the byte at `place`: its hash in capitals, where it starts, and where the next one does. */
async function lineAt(file: FileHandle, place: number): Promise<{ hash: string; start: number; end: number }> {
  const first = Math.max(0, place - window / 2);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(window), 0, window, first);
  const text = buffer.toString('latin1', 0, bytesRead);
  // The line break belongs to the line that it ends.
  const startInText = text.lastIndexOf('\n', place - first - 1) + 1;
  const lineBreak = text.indexOf('\n', place - first);
  const endInText = lineBreak === -1 ? text.length : lineBreak;
  const found = line.exec(text.slice(startInText, endInText));
  if (found === null || (startInText === 0 && first > 0)) {
    refuse(`is no list of SHA-1 (${hashLength} digits and a count on each line), as at byte ${first + startInText}`);
  }
  return {
    hash: found[1]!.toUpperCase(),
    start: first + startInText,
    end: first + endInText + (lineBreak === -1 ? 0 : 1),
  };
}

function refuse(why: string): never {
  throw new Error(`BREACHED_PASSWORDS_FILE names a file that ${why}`);
}
