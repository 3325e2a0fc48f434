import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionConfig, Database } from './connect.ts';
import { limitTurns } from './limit-turns.ts';

interface StandbyReadsOptions {
  readonly primary: Database;
  /** A server that replays the primary's log. */
  readonly standby: Database;
  /** How much older than the primary's an answer may be, in milliseconds. */
  readonly mostBehindMs: number;
  /** How many connections of the primary these reads may use at a time where the standby cannot answer. */
  readonly mostOnPrimary: number;
  /** Called when answers begin to come from the standby, and when they no longer do. */
  readonly onChange?: (isRead: boolean) => void;
}

/**
 * A database for reads only, each of which may run twice: once more on the primary where the standby fails. They never see more than
 * the primary, and may miss what it has committed a moment ago. Its end closes the standby's connections, not the primary's.
 */
export interface StandbyReads extends Database {
  /** How much older than the primary the standby is at most, in milliseconds; infinite where nobody knows. */
  behindMs(): number;
  /** Whether the standby answers now. */
  isRead(): boolean;
}

/** The server's own limit of time for a statement. The primary would take as long. */
const queryCanceled = '57014';
const longestPauseMs = 1_000;

/**
 * Sends reads to a standby as long as it is at most `mostBehindMs` behind, and else to the primary. Each second it notes how far the
 * primary has written its log and how far the standby has replayed it. What the standby has replayed was written when it was noted, so
 * neither the clocks of the machines nor a quiet site matter.
 */
export function readFromStandby(options: StandbyReadsOptions): StandbyReads {
  const { primary, standby, mostBehindMs, mostOnPrimary, onChange = () => {} } = options;
  const ending = new AbortController();
  const onPrimary = limitTurns({ most: mostOnPrimary });
  /** The primary's positions that the standby has not been seen to reach, oldest first. */
  let noted: { readonly at: number; readonly position: bigint }[] = [];
  let equalAt = -Infinity;
  let wasRead = false;

  const behindMs = () => performance.now() - equalAt;
  const isRead = () => behindMs() <= mostBehindMs;

  function tellChange(): void {
    if (isRead() === wasRead) return;
    wasRead = !wasRead;
    onChange(wasRead);
  }

  async function look(): Promise<void> {
    const at = performance.now();
    const [written] = await primary.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
    noted.push({ at, position: toNumber(written!.position) });
    // A server that is no longer a standby, or not yet one of this primary, has nothing to compare.
    const [replayed] = await standby.query<{ position: string | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position',
    );
    if (replayed!.position === null) return void (equalAt = -Infinity);
    const position = toNumber(replayed!.position);
    equalAt = noted.findLast((note) => note.position <= position)?.at ?? equalAt;
    noted = noted.filter((note) => note.at > equalAt && at - note.at <= mostBehindMs);
  }

  const looking = (async () => {
    while (!ending.signal.aborted) {
      await look().catch(() => {});
      tellChange();
      const pauseMs = Math.min(longestPauseMs, mostBehindMs / 4);
      await sleep(pauseMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();

  async function read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    if (isRead()) {
      try {
        return await work(standby);
      } catch (error) {
        if ((error as { code?: unknown }).code === queryCanceled) throw error;
        // The standby's replay ended the statement, the standby is gone, or it lacks what the statement names. Only the primary can answer
        // then.
      }
    }
    tellChange();
    return onPrimary(() => work(primary));
  }

  return {
    ...primary,
    query: (sql, params) => read((db) => db.query(sql, params)),
    transact: (work) => read((db) => db.transact(work)),
    behindMs,
    isRead,
    async end() {
      ending.abort();
      await Promise.all([looking, standby.end()]);
    },
  };
}

/** @param position such as `16/B374D848`, two parts of 32 bits */
function toNumber(position: string): bigint {
  const [high, low] = position.split('/') as [string, string];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * A connection of the same login on another server.
 *
 * @param url says where the server is, and may say which database and with which parameters; it names no user
 */
export function atServer(login: ConnectionConfig, url: string): ConnectionConfig {
  const own = new URL(login.connectionString!);
  const other = new URL(url);
  own.hostname = other.hostname;
  own.port = other.port;
  if (other.pathname.length > 1) own.pathname = other.pathname;
  if (other.search) own.search = other.search;
  return { connectionString: own.href };
}
