import type { Queryable } from '#database/connect.ts';
import { readClient, type ClientRow } from '#server/identity/client.ts';
import { noRegister, type ExclusionRegister, type RegisterEntry } from './exclusion-register.ts';
import type { Identity } from '#server/identity/identity.ts';

/** How long a sign-in waits for the register. */
const patienceMs = 2_000;

/** A question to the register that is stored until it is answered. */
export interface RegisterQuestion {
  readonly clientId: number;
  /** Tells the answer to an earlier question from one to this. */
  readonly number: number;
}

/**
 * Stores the question whether the national register has this client, in the transaction that signs the client in. Until the
 * answer is there, bets and deposits wait. So neither a crash nor a register that is down lets an excluded person play. Null
 * without a register.
 */
export async function storeQuestion(
  tx: Queryable,
  { exclusionRegister }: Pick<Identity, 'exclusionRegister'>,
  clientId: number,
): Promise<RegisterQuestion | null> {
  if (exclusionRegister === noRegister) return null;
  const [row] = await tx.query<{ number: number }>('select ask_register($1) as number', [clientId]);
  return { clientId, number: row!.number };
}

type Asking = Pick<Identity, 'db' | 'exclusionRegister'>;

/**
 * Asks the register, after the commit of `storeQuestion`. When it does not answer in two seconds the question stays, and the
 * background asks again: signing in does not depend on the register.
 */
export async function askRegister(asking: Asking, question: RegisterQuestion | null): Promise<void> {
  if (question === null) return;
  await answer(asking, question).catch((error: unknown) => {
    if (!(error instanceof RegisterError)) throw error;
  });
}

/**
 * Asks the register once more about one client whom it has not answered about; returns whether there was one. Without a
 * register it notes that nobody is excluded, so that a register that was given up leaves nobody waiting.
 *
 * @throws RegisterError when the register does not answer
 */
export async function askAgain(asking: Asking, afterSeconds = 15): Promise<boolean> {
  const [question] = await asking.db.query<{ client_id: number; number: number }>(
    `select * from claim_register_question($1 * interval '1 second')`,
    [afterSeconds],
  );
  if (question === undefined) return false;
  await answer(asking, { clientId: question.client_id, number: question.number });
  return true;
}

/** The register did not answer, or not in time. */
class RegisterError extends Error {
  override readonly name = 'RegisterError';
}

async function answer({ db, exclusionRegister }: Asking, { clientId, number }: RegisterQuestion): Promise<void> {
  const entries = await lookUp(exclusionRegister, await readClient(db, clientId));
  await db.query('select note_register_answer($1, $2, $3, $4)', [
    clientId,
    number,
    entries.map(({ reference }) => reference),
    entries.map(({ endsAt }) => endsAt?.toISOString() ?? 'infinity'),
  ]);
}

/** @throws RegisterError */
async function lookUp(register: ExclusionRegister, client: ClientRow): Promise<readonly RegisterEntry[]> {
  const { first_name: firstName, last_name: lastName, birth_date: birthDate, phone, country } = client;
  const tooLate = AbortSignal.timeout(patienceMs);
  const waiting = new Promise<never>((_, reject) => {
    tooLate.addEventListener('abort', () => reject(tooLate.reason as Error), { once: true });
  });
  try {
    return await Promise.race([register.lookUp({ firstName, lastName, birthDate, phone, country }, tooLate), waiting]);
  } catch (error) {
    throw new RegisterError('the register of exclusions did not answer', { cause: error });
  }
}
