import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Factor, SecurityEventKind } from '#contract/security.ts';
import type { Database, Queryable, Transaction } from '#database/connect.ts';
import { addressKey, limitInMemory } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { describeDevice } from '#server/identity/sessions/sessions.ts';

/** Where something came from. */
export interface Origin {
  /** The rate-limit key of its network address. */
  readonly address: string;
  /** The header User-Agent. */
  readonly userAgent: string | undefined;
}

export function originOf(request: FastifyRequest): Origin {
  return { address: addressKey(request.ip), userAgent: request.headers['user-agent'] };
}

interface NewSecurityEvent {
  /** Null where what was typed belongs to nobody. */
  readonly clientId: number | null;
  readonly kind: SecurityEventKind;
  /** The factor that was shown or tried. */
  readonly factor?: Factor;
  /** The known device, where it was one. */
  readonly deviceId?: string | null | undefined;
  /** Ids, numbers and names of our own only: never a phone, an e-mail address, a code or a token. */
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** Records which sessions were ended, if any were. */
export async function recordEnded(
  { security }: { readonly security: SecurityLog },
  tx: Transaction,
  origin: Origin,
  clientId: number,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length > 0)
    await security.record(tx, origin, { clientId, kind: 'sessions_ended', detail: { sessions } });
}

/** Kinds of things of another client that somebody may try to read by their ids. */
type ForeignThing = 'client' | 'session' | 'device' | 'passkey' | 'ticket' | 'payment' | 'identity_check';

/** The security log: a row for each event, and the same as a line of the process's log. */
export interface SecurityLog {
  /** Writes an event in the transaction of the act that it tells of. The line follows the commit. */
  record(tx: Transaction, origin: Origin, event: NewSecurityEvent): Promise<void>;
  /** Writes the line of an event whose row the database has written in this transaction. */
  follow(tx: Transaction, origin: Origin, event: NewSecurityEvent): void;
  /**
   * Writes an event that has no transaction, such as a refusal. It returns at once, so that the answer takes as long whether
   * or not there is an account. The line is written first; a process that dies right after loses the row.
   */
  note(origin: Origin, event: NewSecurityEvent): void;
  /** Resolves to what `read` returns. If it refuses an id with not_found, and another client has the id, this is noted. */
  watchId<T>(origin: Origin, signedIn: SignedIn, thing: ForeignThing, id: string, read: () => Promise<T>): Promise<T>;
  /** Waits for the rows that are being written. */
  drain(): Promise<void>;
}

/** Rows of `note` of one kind, for one client or network. All further ones in this hour are lines only. */
const notesAnHour = 60;
/** More rows are not queued while the database is slow. */
const mostWaiting = 1_000;

export function createSecurityLog(db: Database, log: Logger): SecurityLog {
  const noted = limitInMemory({ name: 'security-event', points: notesAnHour, seconds: 60 * 60 }, 1);
  const writing = new Set<Promise<void>>();

  function writeLine(origin: Origin, { clientId, kind, factor, deviceId, detail }: NewSecurityEvent): void {
    log.info(
      {
        security: kind,
        clientId,
        factor,
        deviceId: deviceId ?? undefined,
        device: describeDevice(origin.userAgent),
        network: networkOf(origin.address),
        detail,
      },
      'security event',
    );
  }

  /** Does `work` beside the answer. */
  function beside(work: () => Promise<void>): void {
    if (writing.size >= mostWaiting) {
      log.warn('too many security events are waiting: one is in the log only');
      return;
    }
    const write = work()
      .catch((error: unknown) => log.error({ err: error }, 'a security event was not stored'))
      .finally(() => writing.delete(write));
    writing.add(write);
  }

  function note(origin: Origin, event: NewSecurityEvent): void {
    writeLine(origin, event);
    beside(async () => {
      const key = `${event.clientId ?? networkOf(origin.address)} ${event.kind}`;
      if (await isWithin(noted.take(key))) await insertEvent(db, origin, event);
    });
  }

  return {
    async record(tx, origin, event) {
      await insertEvent(tx, origin, event);
      tx.afterCommit(() => writeLine(origin, event));
    },
    follow: (tx, origin, event) => tx.afterCommit(() => writeLine(origin, event)),
    note,
    async watchId(origin, { clientId }, thing, id, read) {
      try {
        return await read();
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') {
          beside(async () => {
            if (!(await belongsToAnother(db, clientId, thing, id))) return;
            note(origin, { clientId, kind: 'foreign_id_refused', detail: { thing, id } });
          });
        }
        throw error;
      }
    },
    async drain() {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}

async function insertEvent(db: Queryable, origin: Origin, event: NewSecurityEvent): Promise<void> {
  const { clientId, kind, factor = null, deviceId = null, detail = {} } = event;
  await db.query({
    name: 'record-security-event',
    text: 'select record_security_event($1, $2, $3, $4, $5, $6)',
    values: [
      clientId,
      kind,
      factor,
      deviceId,
      networkOf(origin.address),
      JSON.stringify({ ...detail, device: describeDevice(origin.userAgent) }),
    ],
  });
}

/** Resolves to whether a limit lets this pass. */
async function isWithin(taking: Promise<void>): Promise<boolean> {
  try {
    await taking;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const owners: Readonly<Record<ForeignThing, string>> = {
  client: 'select from client where id = $2::bigint and id <> $1',
  session: 'select from session where id = $2::uuid and client_id <> $1',
  device: 'select from device where id = $2::uuid and client_id <> $1',
  passkey: 'select from passkey where id = $2::uuid and client_id <> $1',
  ticket: 'select from every_ticket as ticket where id = $2::uuid and client_id <> $1',
  payment: 'select from payment where id = $2::uuid and client_id <> $1',
  identity_check: 'select from identity_check where id = $2::uuid and client_id <> $1',
};

async function belongsToAnother(db: Queryable, clientId: number, thing: ForeignThing, id: string): Promise<boolean> {
  if (thing === 'client' && !/^\d{1,15}$/.test(id)) return false;
  return (await db.query(owners[thing], [clientId, id])).length > 0;
}

/**
 * The network of an address, so that no whole address is kept: the /24 of an IPv4 address, the /48 of an IPv6 one. Null for
 * anything else, such as what a proxy made up.
 *
 * @param address an address, or the key that `addressKey` makes of one
 */
export function networkOf(address: string): string | null {
  const bare = addressKey(address).replace(/\/64$/, '');
  switch (isIP(bare)) {
    case 4:
      return `${bare.split('.').slice(0, 3).join('.')}.0/24`;
    case 6:
      return `${bare.split(':').slice(0, 3).join(':')}::/48`;
    default:
      return null;
  }
}
