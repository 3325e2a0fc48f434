import { open, type FileHandle } from 'node:fs/promises';

/** The notes on one draw, as they are in a line of the journal. */
export interface Entry {
  readonly draw: string;
  readonly phase: 'before' | 'drawn' | 'after';
  /** By this machine's clock. */
  readonly at: string;
  /** In hexadecimal. */
  readonly root: string | null;
  readonly differs: readonly string[];
}

/**
 * A file with the notes of this machine: somebody who controls the site's database cannot change it. A line that was cut off, as the
 * machine died, is passed over.
 */
export class Journal {
  readonly #file: FileHandle;
  readonly #roots: Map<string, string>;

  private constructor(file: FileHandle, roots: Map<string, string>) {
    this.#file = file;
    this.#roots = roots;
  }

  /** @throws Error when the file cannot be written */
  static async open(path: string): Promise<Journal> {
    const file = await open(path, 'a+', 0o600);
    const text = await file.readFile('utf8');
    const roots = new Map<string, string>();
    for (const line of text.split('\n')) {
      const entry = parse(line);
      if (entry?.phase === 'before' && entry.root !== null && !roots.has(entry.draw)) roots.set(entry.draw, entry.root);
    }
    if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n');
    return new Journal(file, roots);
  }

  /** The first root that was computed of a draw before it; null where there is none. */
  rootOf(draw: string): string | null {
    return this.#roots.get(draw) ?? null;
  }

  /** The note is on the disk when this resolves. */
  async add(entry: Entry): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(entry)}\n`);
    await this.#file.sync();
    if (entry.phase === 'before' && entry.root !== null && !this.#roots.has(entry.draw))
      this.#roots.set(entry.draw, entry.root);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function parse(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
