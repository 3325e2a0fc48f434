import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import type { Work } from '#server/background/background.ts';
import { refuseDatabaseError } from '#server/http/database-errors.ts';
import { Refusal } from '#server/http/refusal.ts';
import { refuseSignatures, type StoredRequest } from '#server/signed-acts/signatures.ts';
import type { ApprovedRequest } from './execute.ts';
import type { Executors } from './executors.ts';

interface CarryingOut {
  readonly db: Database;
  readonly executors: Executors;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const everyMs = 1_000;
/** After an error that may pass. */
const retryMs = 5_000;

/** The worker's part in acts that take two people: it carries out approved requests and ends expired ones. */
export function createCarryingOut(deps: CarryingOut): Work {
  return { name: 'carrying out what two operators signed', everyMs, retryMs, step: () => carryOutAll(deps) };
}

/**
 * Carries out each approved request, in a transaction of its own. What cannot be done fails for good, with a sentence that says
 * why. Any number of processes may do this at once: each request is done by one of them, and once.
 *
 * @throws AggregateError of what may pass, after all others were tried: it is tried again until the request's time is over
 */
async function carryOutAll(deps: CarryingOut): Promise<boolean> {
  await deps.db.query('select console.expire_requests()');
  const approved = await deps.db.query<{ id: string }>('select id from console.approved_requests()');
  const errors: unknown[] = [];
  for (const { id } of approved) await carryOut(deps, id).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} requests could not be carried out yet`);
  return false;
}

interface ApprovedRow extends StoredRequest {
  readonly number: number;
  readonly new_values: ApprovedRequest['newValues'];
  readonly old_values: ApprovedRequest['oldValues'];
  readonly reason: string;
  readonly evidence: string | null;
}

async function carryOut({ db, executors, log }: CarryingOut, id: string): Promise<void> {
  try {
    await db.transact(async (tx) => {
      const [row] = await tx.query<ApprovedRow>('select * from console.take_approved($1)', [id]);
      if (!row) return;
      const wrong = await refuseSignatures(row);
      if (wrong !== null) throw new CannotBeDone(wrong);
      const executor = executors[row.kind];
      // A newer process may know it.
      if (!executor) throw new Error(`this process cannot carry out ${row.kind}`);
      await executor(tx, presentApproved(row));
      const [state] = await tx.query<{ done: boolean }>('select console.is_done($1) as done', [id]);
      // Without this check it would be done again.
      if (!state!.done) throw new Error(`${row.kind} does not end its request`);
      tx.afterCommit(() =>
        log.info(
          { request: id, kind: row.kind, subject: row.subject },
          'carried out a request that two operators signed',
        ),
      );
    });
  } catch (error) {
    const because = whyNot(error);
    if (because === null) throw error;
    await db.query('select console.fail_request($1, $2)', [id, because]);
    log.warn({ request: id, err: error }, 'a signed request cannot be carried out');
  }
}

function presentApproved(row: ApprovedRow): ApprovedRequest {
  const { id, number, kind, subject, reason, evidence } = row;
  return {
    id,
    number,
    kind,
    subject,
    newValues: row.new_values,
    oldValues: row.old_values,
    reason,
    evidence,
    askedBy: row.asked_by,
    approvedBy: row.approved_by,
  };
}

/** The request is not what two people signed. */
class CannotBeDone extends Error {
  override readonly name = 'CannotBeDone';
}

/** With these classes of SQLSTATE the database says that something must not be: a constraint, a state, a `raise`. */
const saysNo = /^(23|55000|P0001|P0002)/;
/** The one with which a precondition is raised. */
const notNow = '55000';

/**
 * Why a request can never be carried out: the code that the database raises, after a space its parameters; or a sentence. Null where the error may pass, or is a bug of ours.
 */
function whyNot(error: unknown): string | null {
  if (error instanceof CannotBeDone || error instanceof Refusal) return error.message;
  const refusal = refuseDatabaseError(error);
  if (refusal) return refusal.code === 'unavailable' ? null : refusal.message;
  if (!(error instanceof pg.DatabaseError) || !saysNo.test(error.code ?? '')) return null;
  return error.code === notNow && error.detail ? `${error.message} ${error.detail}` : error.message;
}
