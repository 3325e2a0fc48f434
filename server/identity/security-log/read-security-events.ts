import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/security.ts';
import type { Queryable } from '#database/connect.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { defaultLimit, readCursor, toPage } from '#server/http/paging.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';

interface EventRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: contract.SecurityEventKind;
  readonly factor: contract.Factor | null;
  readonly device: string | null;
  readonly network: string | null;
}

/** A client's own security events of the last 90 days, newest first. The cursor is the id of the last one that was seen. */
export async function listSecurityEvents(
  db: Queryable,
  clientId: number,
  { cursor, limit = defaultLimit }: RequestOf<typeof contract.listSecurityEvents>['query'],
  language: Language = 'en',
): Promise<AnswerOf<typeof contract.listSecurityEvents>> {
  const rows = await db.query<EventRow>(
    `with own as not materialized (
       select * from security_event where client_id = $1 and at > now() - interval '90 days'
     )
     select id, at, kind, factor, detail->>'device' as device, network::text from own
     where $2::uuid is null or (at, id) < (select at, id from own where id = $2)
     order by at desc, id desc limit $3`,
    // One more than asked for, to know whether there is a next page.
    [clientId, readCursor(cursor, uuidPattern), limit + 1],
  );
  return toPage(
    rows,
    limit,
    ({ at, device, ...event }) => ({
      ...event,
      device: device && deviceIn(device, language),
      at: at.toISOString(),
    }),
    ({ id }) => id,
  );
}
