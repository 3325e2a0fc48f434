import { uuidTime, uuidv7Pattern } from '#domain/uuid.ts';

/**
 * Whether all that a call asks for was over before this month began (UTC), so that it may be read from a standby: a client has written
 * nothing there a moment ago.
 *
 * @param to the end of the time that the call asks for
 * @param cursor the id, a UUIDv7, of the last item that was seen of a list that begins with the newest
 */
export function isPast({
  to,
  cursor,
}: {
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
}): boolean {
  const now = new Date();
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const seen = cursor !== undefined && uuidv7Pattern.test(cursor) ? uuidTime(cursor) : Infinity;
  return Math.min(to === undefined ? Infinity : Date.parse(to), seen) <= month;
}
