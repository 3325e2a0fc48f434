import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { auditHeadMessage, noHash } from '#domain/audit.ts';
import type { Work } from '#server/background/background.ts';
import type { DrawKeys } from '#server/fair-draw/draw-keys.ts';
import { findNewestSigner } from '#server/fair-draw/operator-keys.ts';
import { enqueueMessage } from '#server/messages/enqueue.ts';

interface AuditKeeping {
  readonly db: Database;
  readonly keys: DrawKeys;
  /** The address that gets each signed head; undefined: nobody gets it. */
  readonly auditorEmail: string | undefined;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

const everyMs = 60_000;
/** Steps between two checks of the whole chain: an hour. */
const stepsPerWhole = 60;
const linesAtOnce = 20_000;

/** How far this process has checked the chain. */
interface Seen {
  readonly number: number;
  readonly hash: Uint8Array;
}

/**
 * The worker's part of the audit: it looks over the chain, takes the looks of each day into it, and signs its head every hour. It
 * signs no head of a chain that is wrong. The newest line that it has seen goes to its log, where the owner of the tables cannot
 * change it.
 */
export function createAuditKeeping(deps: AuditKeeping): Work {
  let seen: Seen = { number: 0, hash: noHash };
  let steps = 0;

  async function step(stopping: AbortSignal): Promise<boolean> {
    const whole = steps++ % stepsPerWhole === 0;
    // Checks from the last line that was seen: a chain that was cut off at its end still looks right from its beginning.
    let checked = await checkChain(deps.db, seen, stopping);
    if (whole && seen.number > 0 && checked?.wrong === null) {
      checked = await checkChain(deps.db, { number: 0, hash: noHash }, stopping);
    }
    if (checked === null) return false;
    if (checked.wrong) {
      deps.log.error(checked.wrong, 'the audit is wrong');
      // The next step checks from the beginning, so the error is reported for as long as it lasts.
      steps = 0;
      return false;
    }
    if (checked.seen.number > seen.number) {
      const { number, hash } = checked.seen;
      deps.log.info({ line: number, hash: Buffer.from(hash).toString('hex') }, 'the audit has a new newest line');
    }
    seen = checked.seen;
    while (await digestViews(deps.db));
    await signHead(deps);
    return false;
  }

  return { name: 'keeping the audit', everyMs, step };
}

interface CheckRow {
  readonly lines: number;
  readonly last_number: number;
  readonly last_hash: Buffer;
  readonly wrong_number: number | null;
  readonly wrong_because: string;
}

interface Checked {
  readonly seen: Seen;
  readonly wrong: { readonly number: number; readonly because: string } | null;
}

/** Checks the chain from the last line that was checked, and stores the outcome. Null when the process stops. */
async function checkChain(db: Database, from: Seen, stopping: AbortSignal): Promise<Checked | null> {
  const startedAt = performance.now();
  let seen = from;
  for (;;) {
    if (stopping.aborted) return null;
    const [row] = await db.query<CheckRow>('select * from console.check_audit($1, $2, $3)', [
      seen.number,
      Buffer.from(seen.hash),
      linesAtOnce,
    ]);
    const { lines, last_number, last_hash, wrong_number, wrong_because } = row!;
    const wrong = wrong_number === null ? null : { number: wrong_number, because: wrong_because };
    if (!wrong) seen = { number: last_number, hash: last_hash };
    if (!wrong && lines === linesAtOnce) continue;
    await db.query('select console.keep_audit_check($1, $2, $3, $4)', [
      seen.number,
      Math.round(performance.now() - startedAt),
      wrong?.number ?? null,
      wrong?.because ?? null,
    ]);
    return { seen, wrong };
  }
}

async function digestViews(db: Database): Promise<boolean> {
  const [row] = await db.query<{ more: boolean }>('select console.digest_views() as more');
  return row!.more;
}

interface HeadRow {
  readonly number: number;
  readonly hash: Buffer;
  readonly at_ms: number;
}

/** Signs the head where an hour has passed and lines were added, and tells the auditor. */
async function signHead({ db, keys, auditorEmail, log }: AuditKeeping): Promise<void> {
  const [head] = await db.query<HeadRow>('select * from console.head_to_sign()');
  if (!head) return;
  const signer = await findNewestSigner(db, keys);
  const { number, hash, at_ms: atMs } = head;
  const signature = signer.sign(auditHeadMessage({ number, hash, atMs }));
  const isKept = await db.transact(async (tx) => {
    const [row] = await tx.query<{ kept: boolean }>('select console.keep_signed_head($1, $2, $3, $4, $5) as kept', [
      number,
      hash,
      atMs,
      signer.operatorKey,
      signature,
    ]);
    if (row!.kept && auditorEmail !== undefined) {
      const parameters = {
        number: String(number),
        hash: hash.toString('hex'),
        at: new Date(atMs).toISOString(),
        key: signer.operatorKey.toString('hex'),
        signature: signature.toString('hex'),
      };
      await enqueueMessage(tx, {
        to: auditorEmail,
        channel: 'email',
        template: 'audit_head',
        parameters,
        clientId: null,
      });
    }
    return row!.kept;
  });
  if (isKept) log.info({ line: number, hash: hash.toString('hex') }, 'the head of the audit was signed');
}
