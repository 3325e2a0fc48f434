import type { Database } from '#database/connect.ts';
import type { Work } from '#server/background/background.ts';
import type { About } from './about.ts';

interface SoftwareKeeping {
  readonly db: Pick<Database, 'query'>;
  readonly process: 'worker' | 'console';
  /** Computes the digests of the running software. */
  readonly about: () => Promise<Pick<About, 'version' | 'code' | 'settings'>>;
}

const everyMs = 3_600_000;

/**
 * Writes into the audit what this process runs, by digests of its code and its settings: when it starts, once a day, and within the
 * hour in which a file changes.
 */
export function createSoftwareKeeping({ db, process, about }: SoftwareKeeping): Work {
  let isNew = true;

  async function step(): Promise<boolean> {
    const { version, code, settings } = await about();
    await db.query('select console.note_software($1, $2, $3, $4, $5)', [
      process,
      isNew,
      version,
      Buffer.from(code.now, 'hex'),
      Buffer.from(settings, 'hex'),
    ]);
    isNew = false;
    return false;
  }

  return { name: 'writing down what runs', step, everyMs, retryMs: 60_000 };
}
