import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate';
import { readClock } from '#database/clock.ts';
import { csvLine, type Field } from '#server/http/csv.ts';
import { parts, readImages, type Entry, type Part, type Source } from './parts.ts';

/**
 * Everything that is kept of a client as a zip file: each part as JSON and as CSV, the pictures of identity documents, and
 * `contents.json` about the file itself.
 * It is written while it is read: neither the disk nor the memory ever holds more than a batch. It ends when its reader stops
 * reading.
 */
export async function* exportClient(source: Source, clientId: number): AsyncGenerator<Uint8Array> {
  const at = await readClock(source.db);
  let written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const take = () => {
    const chunks = written;
    written = [];
    return chunks;
  };

  for (const file of listFiles(source, clientId, at)) {
    const entry = new ZipDeflate(file.name, { level: 6 });
    entry.mtime = at;
    zip.add(entry);
    for await (const text of file.write()) {
      entry.push(strToU8(text));
      yield* take();
    }
    entry.push(new Uint8Array(0), true);
    yield* take();
  }
  for await (const { name, bytes } of readImages(source, clientId)) {
    // JPEG is packed already.
    const entry = new ZipPassThrough(name);
    entry.mtime = at;
    zip.add(entry);
    entry.push(bytes, true);
    yield* take();
  }
  zip.end();
  yield* take();
}

interface ExportedFile {
  readonly name: string;
  /** The text in pieces. */
  write(): AsyncIterable<string>;
}

function listFiles(source: Source, clientId: number, at: Date): ExportedFile[] {
  const contents = {
    exportedAt: at,
    client: clientId,
    timesAreIn: 'UTC',
    amountsAreIn: 'XOF',
    files: parts.map(nameOf),
  };
  return [
    { name: 'contents.json', write: () => only(`${JSON.stringify(contents, null, 2)}\n`) },
    ...parts.flatMap((part) => [
      { name: `${part.name}.json`, write: () => writeJson(part, source, clientId) },
      { name: `${part.name}.csv`, write: () => writeCsv(part, source, clientId) },
    ]),
  ];
}

const nameOf = ({ name }: Part) => name;

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** One array, a record a line. */
async function* writeJson(part: Part, source: Source, clientId: number): AsyncGenerator<string> {
  let before = '[\n';
  for await (const entries of part.read(source, clientId)) {
    if (entries.length === 0) continue;
    yield before + entries.map((entry) => JSON.stringify(entry)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* writeCsv({ columns, read }: Part, source: Source, clientId: number): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const entries of read(source, clientId)) {
    yield entries.map((entry) => csvLine(columns.map((column) => toField(entry[column])))).join('');
  }
}

function toField(value: Entry[string] | undefined): Field {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join(' ') : String(value);
}
