import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { roundTime, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { askRelay } from './ask-relay.ts';
import { createRoundVerifier, type RoundVerifier } from './verify-rounds.ts';

/** A public drand chain and its relays. */
export interface Beacon {
  readonly chain: BeaconChain;
  /** Addresses of HTTP relays, asked in turn until one gives a valid value. */
  readonly urls: readonly string[];
}

const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
/** How many rounds are fetched concurrently after a long outage. */
const roundsAtOnce = 4;
const mostWaitingRounds = 200;

/**
 * Follows a beacon for the draws that wait for it. Fetched rounds are in the database, so a restart loses nothing.
 *
 * @returns a function that fetches the due rounds and stores those with a valid signature; it returns whether one came
 */
export function followBeacon(
  db: Database,
  { chain, urls }: Beacon,
  log: Pick<Logger, 'info'>,
  rounds: RoundVerifier = createRoundVerifier([chain]),
): () => Promise<boolean> {
  /** The next retry of each round that was not available, by this process's monotonic clock. */
  const retries = new Map<number, { readonly at: number; readonly waitMs: number }>();

  return async function fetchDueRounds(): Promise<boolean> {
    const waiting = await findWaitingRounds();
    for (const round of retries.keys()) if (!waiting.includes(round)) retries.delete(round);
    const due = waiting.filter((round) => (retries.get(round)?.at ?? 0) <= performance.now());
    let came = false;
    for (let start = 0; start < due.length; start += roundsAtOnce) {
      const fetched = await Promise.all(due.slice(start, start + roundsAtOnce).map(fetchAndKeep));
      came ||= fetched.includes(true);
    }
    return came;
  };

  /** Due rounds, newest first, so that a draw of this minute does not wait behind one of yesterday. */
  async function findWaitingRounds(): Promise<number[]> {
    const rows = await db.query<{ round: number; now: Date }>(
      `select distinct c.beacon_round as round, statement_timestamp() as now
       from draw d join commitment c on c.draw_id = d.id
       where d.finished_at is null and d.status = 'closed' and d.sealed_at is not null
         and d.draws_at <= statement_timestamp() and c.beacon_chain = $1
         and not exists (select from known_round b where (b.chain, b.round) = (c.beacon_chain, c.beacon_round))
       order by round desc limit $2`,
      [chain.hash, mostWaitingRounds],
    );
    return rows.filter(({ round, now }) => roundTime(chain, round) <= now.getTime()).map(({ round }) => round);
  }

  async function fetchAndKeep(round: number): Promise<boolean> {
    const signature = await fetchRound(round);
    if (!signature) {
      const waitMs = Math.min((retries.get(round)?.waitMs ?? firstRetryMs / 2) * 2, longestRetryMs);
      retries.set(round, { at: performance.now() + waitMs, waitMs });
      return false;
    }
    await db.query('select store_round($1, $2, $3)', [chain.hash, round, signature]);
    return true;
  }

  async function fetchRound(round: number): Promise<Uint8Array | null> {
    for (const url of urls) {
      try {
        const signature = await askRelay(url, chain, round);
        if (await rounds.isSigned(chain.hash, round, signature)) return signature;
        throw new Error('its signature is wrong');
      } catch (error) {
        log.info({ err: error, url, round }, 'a relay did not give the value of a beacon’s round');
      }
    }
    return null;
  }
}
