import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Queryable } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { route, type Call, type Handler } from '#server/http/route.ts';

/** A handler's arguments: the call, and the key. The key is shown to the database with every read, which looks itself what it may. */
type MachineCall<E extends Endpoint> = Call<E> & { readonly key: string };

/** A key exactly as it was made: its letters are not folded. */
const keyForm = /^[Bb][Ee][Aa][Rr][Ee][Rr] +(izi_[a-z0-9]{12}_[A-Za-z0-9_-]{43})$/;
const keyInAddress = /izi_[a-z0-9]{12}_/i;

const unknown = new Refusal('unauthenticated', { detail: ({ machine: says }) => says.keyUnknown });
const wanted = new Refusal('unauthenticated', { detail: ({ machine: says }) => says.keyWanted });
const wrongAddress = new Refusal('not_allowed', { detail: ({ machine: says }) => says.wrongAddress });
const astray = new Refusal('invalid_request', { detail: ({ machine: says }) => says.keyInAddress });

/** A row of console.use_key. */
interface Use {
  readonly outcome: 'good' | 'unknown' | 'address' | 'scope' | 'limited';
  readonly key_id: string;
  readonly per_minute: number;
  readonly seconds: number;
}

const keys = new WeakMap<FastifyRequest, string>();

/**
 * Adds a call of programs. Before anything of it is read, it is refused without a key that is taken (401), from another address or
 * without the scope (403), and over the limit of the key (429). Each use is counted. The database looks at the key again with what is
 * read, so a key that was revoked meanwhile reads nothing.
 */
export function machineRoute<const E extends Endpoint>(
  http: Http,
  db: Queryable,
  endpoint: E,
  handler: (call: MachineCall<E>) => ReturnType<Handler<E>>,
): void {
  const { name, scope }: Endpoint = endpoint;
  if (scope === undefined) throw new Error(`${name} has no scope`);
  async function identify(request: FastifyRequest): Promise<void> {
    if (keyInAddress.test(request.url)) throw astray;
    const key = keyForm.exec(request.headers.authorization ?? '')?.[1];
    const address = addressOf(request);
    if (key === undefined || address === null) throw wanted;
    const [use] = await db.query<Use>('select * from console.use_key($1, $2, $3)', [key, scope, address]);
    const refusal = refuse(use!, scope!);
    if (refusal !== null) {
      const { outcome, key_id } = use!;
      request.log.warn({ key: key_id, call: name, address, why: outcome }, 'a call of a program was refused');
      throw refusal;
    }
    keys.set(request, key);
  }
  const handle = async (call: Call<E>) => {
    try {
      return await handler(Object.assign(call, { key: keys.get(call.request)! }));
    } catch (error) {
      if (isOfKey(error)) throw unknown;
      throw error;
    }
  };
  route(http, endpoint, handle as Handler<E>, { identify });
}

function refuse({ outcome, per_minute: points, seconds }: Use, scope: string): Refusal | null {
  switch (outcome) {
    case 'good':
      return null;
    case 'unknown':
      return unknown;
    case 'address':
      return wrongAddress;
    case 'scope':
      return new Refusal('not_allowed', { detail: ({ machine: says }) => says.noScope(scope) });
    case 'limited':
      return new Refusal('rate_limited', {
        retryAfterSeconds: seconds,
        limit: { name: 'machine-key', points, seconds: 60 },
        detail: ({ machine: says }) => says.tooManyCalls(points),
      });
  }
}

/** Whether the database has refused the key, which was good when the call came in. */
function isOfKey(error: unknown): boolean {
  return error instanceof Refusal ? error.code === 'not_allowed' : (error as { code?: unknown }).code === '42501';
}

/** The address of the caller as PostgreSQL takes it; null where its connection is gone. */
function addressOf({ ip }: FastifyRequest): string | null {
  if (ip === undefined) return null;
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(address) ? address.replace(/%.*$/, '') : address;
}
