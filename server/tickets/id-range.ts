// Tickets have no index by draw, because every bet would pay for it (docs/decisions/0035). But an id begins with the time
// when it was made, and a ticket is bought while its draw is on sale; so the tickets of some draws lie in a range of the
// primary key (client, id), and only that range is read.
import { maxIdAgeMs, maxIdAheadMs } from './place-bets.ts';

/** Clocks may differ by as much, and a checkout may wait as long in the intake. */
const slackMs = 60 * 60 * 1_000;

/** SQL: every ticket that was bought from a moment on has this id or a higher one. */
export function lowestIdFrom(moment: string): string {
  return firstIdAt(`${moment} - interval '${maxIdAgeMs + slackMs} ms'`);
}

/** SQL: every ticket that was bought until a moment has a lower id. */
export function idAfterAll(moment: string): string {
  return firstIdAt(`${moment} + interval '${maxIdAheadMs + slackMs} ms'`);
}

/** The lowest id that can be made at a moment. */
function firstIdAt(moment: string): string {
  return `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}
