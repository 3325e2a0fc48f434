import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Zip files with Zip64, as APPNOTE.TXT 6.3 describes them: entries are in memory one by one, and a file may be of any size. fflate, which
 * packs a client's own data, writes none above 4 GB.
 */
const signatures = {
  entry: 0x04034b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
};
const lengths = { entry: 30, central: 46, end64: 56, locator64: 20, end: 22 };
/** The value of a field of 32 bits whose true value is in the extra field of Zip64. */
const elsewhere = 0xffffffff;
const zip64Tag = 1;
const version = { plain: 20, zip64: 45 };
/** Names are UTF-8. */
const flags = 0x0800;
/** 1980-01-01: the file is the same whenever it is written. */
const date = 0x0021;

interface Entry {
  readonly name: string;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

export interface ZipWriter {
  /** Adds a file, deflated unless it is to be stored as it is. A file is less than 4 GB. */
  add(name: string, bytes: Uint8Array, stored?: 'stored'): Promise<void>;
  /** Writes the list of files, to the disk itself. Resolves to the SHA-256 of the whole file, and its length. */
  end(): Promise<{ hash: Buffer; length: number }>;
}

/** @param zip64From from this place on, places are told as Zip64 does; smaller in tests */
export function writeZip(file: FileHandle, zip64From = elsewhere): ZipWriter {
  const hash = createHash('sha256');
  const entries: Entry[] = [];
  let length = 0;

  async function write(bytes: Uint8Array): Promise<void> {
    hash.update(bytes);
    length += bytes.length;
    for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten;
  }

  return {
    async add(name, bytes, stored) {
      const body = stored ? bytes : deflateRawSync(bytes);
      const method = stored ? 0 : 8;
      const entry = { name, method, crc: crc32(bytes), packed: body.length, size: bytes.length, at: length } as const;
      entries.push(entry);
      const names = Buffer.from(name);
      const head = Buffer.alloc(lengths.entry);
      head.writeUInt32LE(signatures.entry, 0);
      writeShape(head, 4, entry);
      head.writeUInt16LE(names.length, 26);
      await write(Buffer.concat([head, names]));
      await write(body);
    },
    async end() {
      const start = length;
      for (const entry of entries) await write(centralOf(entry, zip64From));
      await write(endOf(entries.length, start, length - start));
      await file.sync();
      return { hash: hash.digest(), length };
    },
  };
}

/** The fields that the head of an entry and its line in the list have in common: from the version on to the size. */
function writeShape(head: Buffer, at: number, { method, crc, packed, size }: Entry): void {
  head.writeUInt16LE(version.plain, at);
  head.writeUInt16LE(flags, at + 2);
  head.writeUInt16LE(method, at + 4);
  head.writeUInt16LE(date, at + 8);
  head.writeUInt32LE(crc, at + 10);
  head.writeUInt32LE(packed, at + 14);
  head.writeUInt32LE(size, at + 18);
}

function centralOf(entry: Entry, zip64From: number): Buffer {
  const names = Buffer.from(entry.name);
  const isFar = entry.at >= zip64From;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  const line = Buffer.alloc(lengths.central);
  line.writeUInt32LE(signatures.central, 0);
  line.writeUInt16LE(version.zip64, 4);
  writeShape(line, 6, entry);
  line.writeUInt16LE(names.length, 28);
  line.writeUInt16LE(extra.length, 30);
  line.writeUInt32LE(isFar ? elsewhere : entry.at, 42);
  if (isFar) {
    extra.writeUInt16LE(zip64Tag, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.at), 4);
  }
  return Buffer.concat([line, names, extra]);
}

function endOf(count: number, start: number, length: number): Buffer {
  const end64 = Buffer.alloc(lengths.end64);
  end64.writeUInt32LE(signatures.end64, 0);
  end64.writeBigUInt64LE(BigInt(lengths.end64 - 12), 4);
  end64.writeUInt16LE(version.zip64, 12);
  end64.writeUInt16LE(version.zip64, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(lengths.locator64);
  locator.writeUInt32LE(signatures.locator64, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(lengths.end);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(length, elsewhere), 12);
  end.writeUInt32LE(Math.min(start, elsewhere), 16);
  return Buffer.concat([end64, locator, end]);
}

/** The file is not a zip file, or its bytes are not what was written. */
export class BrokenZip extends Error {
  override name = 'BrokenZip';
}

export interface ZipReader {
  readonly names: readonly string[];
  /** @throws BrokenZip where it is not there, or not as it was written */
  read(name: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** @throws BrokenZip */
export async function readZip(path: string): Promise<ZipReader> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const entries = await readCentral(file, size);
    return {
      names: [...entries.keys()],
      read: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw new BrokenZip(`${name} is missing`);
        return readEntry(file, entry);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error instanceof RangeError ? new BrokenZip('the list of files cannot be read') : error;
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new BrokenZip('the file is too short');
    done += bytesRead;
  }
  return bytes;
}

function require(isTrue: boolean, what: string): void {
  if (!isTrue) throw new BrokenZip(what);
}

/** The list of files. Each byte at the end of the file has one value that is right, so a flipped bit is found. */
async function readCentral(file: FileHandle, size: number): Promise<Map<string, Entry>> {
  const ends = lengths.end64 + lengths.locator64 + lengths.end;
  require(size >= ends, 'the file is too short');
  const tail = await readAt(file, size - ends, ends);
  const count = Number(tail.readBigUInt64LE(32));
  const length = Number(tail.readBigUInt64LE(40));
  const start = Number(tail.readBigUInt64LE(48));
  require(start + length === size - ends && length < elsewhere, 'the list of files is not where it should be');
  require(endOf(count, start, length).equals(tail), 'the end of the file is not as it was written');
  const list = await readAt(file, start, length);
  const entries = new Map<string, Entry>();
  let at = 0;
  let body = 0;
  for (let index = 0; index < count; index++) {
    require(list.readUInt32LE(at) === signatures.central, 'the list of files is not as it was written');
    const nameLength = list.readUInt16LE(at + 28);
    const extraLength = list.readUInt16LE(at + 30);
    const name = list.toString('utf8', at + lengths.central, at + lengths.central + nameLength);
    const extra = list.subarray(at + lengths.central + nameLength, at + lengths.central + nameLength + extraLength);
    const entry: Entry = {
      name,
      method: list.readUInt16LE(at + 10) === 0 ? 0 : 8,
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: extra.length > 0 ? Number(extra.readBigUInt64LE(4)) : list.readUInt32LE(at + 42),
    };
    // The file is as a program with another limit would have written it.
    const written = centralOf(entry, extra.length > 0 ? 0 : elsewhere);
    require(written.equals(list.subarray(at, at + written.length)), `the line of ${name} is not as it was written`);
    require(entry.at === body, `${name} is not where it should be`);
    require(!entries.has(name), `${name} is there twice`);
    entries.set(name, entry);
    body = entry.at + lengths.entry + nameLength + entry.packed;
    at += written.length;
  }
  require(at === length && body === start, 'there is something between the files');
  return entries;
}

async function readEntry(file: FileHandle, entry: Entry): Promise<Buffer> {
  const names = Buffer.from(entry.name);
  const all = await readAt(file, entry.at, lengths.entry + names.length + entry.packed);
  const head = Buffer.alloc(lengths.entry);
  head.writeUInt32LE(signatures.entry, 0);
  writeShape(head, 4, entry);
  head.writeUInt16LE(names.length, 26);
  const start = lengths.entry + names.length;
  const isSame = Buffer.concat([head, names]).equals(all.subarray(0, start));
  require(isSame, `the head of ${entry.name} is not as it was written`);
  const bytes = unpack(all.subarray(start), entry);
  const isWhole = bytes !== null && bytes.length === entry.size && crc32(bytes) === entry.crc;
  require(isWhole, `${entry.name} is not as it was written`);
  return bytes!;
}

function unpack(body: Buffer, { method, size }: Entry): Buffer | null {
  if (method === 0) return body;
  try {
    return inflateRawSync(body, { maxOutputLength: size + 1 });
  } catch {
    return null;
  }
}
