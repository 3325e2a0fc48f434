import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Verification } from '#contract/identity.ts';
import { problems } from '#contract/problems.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { channelOf, enqueueMessage } from '#server/messages/enqueue.ts';
import { oneTimeCode, type CodePurpose, type CodeSource } from '#server/messages/one-time-code.ts';
import { codeMinutes, type Content, type PlainNotice } from '#server/messages/texts.ts';
import type { Sentence } from '#server/words/languages.ts';
import { noteEntered, type Asker, type SendingLimits } from './sending-limits.ts';

/** The client whom a code is for, and where it goes. */
export interface CodeTarget {
  readonly clientId: number;
  readonly purpose: CodePurpose;
  /** E.164, or an e-mail address in lower case. */
  readonly destination: string;
  /** A further binding of the code: only a caller that names the same can enter it. Absent for codes of a session. */
  readonly flow?: Buffer;
}

/** The code that is entered. `any` is the newest one, with any binding. */
export type EnteredTarget = Omit<CodeTarget, 'flow'> & { readonly flow?: Buffer | 'any' };

const noFlow = Buffer.alloc(0);
const resendAfterSeconds = 60;
const mostGuesses = 5;
const nonceBytes = 16;

/**
 * Sends a code, which invalidates the one before it. Null when one was sent less than a minute ago: that one stays valid.
 * With `instead` this notice is sent, and the code is never shown to anybody. Counting locks rows that many clients share,
 * so call this last before the commit.
 *
 * @throws Refusal rate_limited, messages_stopped
 */
export async function sendCode(
  tx: Queryable,
  limits: SendingLimits,
  target: CodeTarget,
  asker: Asker,
  instead?: PlainNotice,
): Promise<Verification | null> {
  const { clientId, purpose, destination, flow = noFlow } = target;
  const nonce = randomBytes(nonceBytes);
  const [sent] = await tx.query<{ sent_at: Date }>(
    `insert into code (client_id, purpose, destination, nonce, asked_by, sent_at, expires_at, flow)
     values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp() + $6 * interval '1 minute', $8)
     on conflict (client_id, purpose, destination, flow) do update set
       nonce = excluded.nonce, asked_by = excluded.asked_by, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
       guesses = 0, open_guesses = 0, used_at = null
     where code.sent_at <= clock_timestamp() - $7 * interval '1 second'
     returning sent_at`,
    [
      clientId,
      purpose,
      destination,
      nonce,
      asker.pool === 'device' ? null : asker.address,
      codeMinutes,
      resendAfterSeconds,
      flow,
    ],
  );
  if (sent === undefined) return null;
  const content: Content =
    instead === undefined
      ? { template: purpose, parameters: { nonce: nonce.toString('hex') } }
      : { template: instead, parameters: {} };
  await enqueueMessage(tx, { ...content, to: destination, channel: channelOf(destination), clientId });
  await limits.count(tx, { ...asker, to: destination });
  const delay = await limits.readDelay(tx, { ...asker, to: destination });
  return describeVerification(destination, sent.sent_at, Math.max(resendAfterSeconds, delay));
}

/** The seconds until a code may be sent again; 0 when it may be sent now. */
export async function readResendDelay(
  db: Queryable,
  { clientId, purpose, destination, flow = noFlow }: CodeTarget,
): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(
    `select greatest(0, extract(epoch from sent_at - clock_timestamp()) + $4)::float8 as seconds
     from code where client_id = $1 and purpose = $2 and destination = $3 and flow = $5`,
    [clientId, purpose, destination, resendAfterSeconds, flow],
  );
  return row?.seconds ?? 0;
}

/**
 * Takes one guess. Returns null if the code is right, else the refusal for the caller to throw after its commit: a wrong guess
 * that is not committed is not counted. The refusal says how many tries are left. That shows that there is a code, so a caller
 * who may not know this must not see it.
 *
 * `whenRight` does what the code allows. After it the code is counted as entered, which locks rows that all clients of an address share:
 * a mobile network has one address for thousands of them.
 *
 * The statement that counts the guess also locks the code until the commit. So of any number of concurrent guesses only five
 * are checked, and at most one succeeds.
 *
 * A code of a former key is right as well: it may have left before the key changed.
 *
 * Guesses that name a flow and those that name none count apart, five each.
 */
export async function useCode(
  tx: Queryable,
  { clientId, purpose, destination, flow = noFlow }: EnteredTarget,
  code: string,
  keys: KeyRing,
  whenRight: () => Promise<void> = () => Promise.resolve(),
): Promise<Refusal | null> {
  const [count, bound] = flow === 'any' ? ['open_guesses', `(${findNewest})`] : ['guesses', '$5::bytea'];
  const [guess] = await tx.query<{ flow: Buffer; nonce: Buffer; asked_by: string | null; guesses: number }>(
    `update code set ${count} = ${count} + 1
     where client_id = $1 and purpose = $2 and destination = $3 and flow = ${bound}
       and expires_at > clock_timestamp() and used_at is null and ${count} < $4
     returning flow, nonce, asked_by, ${count} as guesses`,
    [clientId, purpose, destination, mostGuesses, ...(flow === 'any' ? [] : [flow])],
  );
  if (guess === undefined) return refuseCode(({ codeOver }) => codeOver);
  const source = { purpose, destination, nonce: guess.nonce };
  if (!isRightCode(code, source, keys)) return refuseGuess(mostGuesses - guess.guesses);
  await tx.query(
    `update code set used_at = clock_timestamp()
     where client_id = $1 and purpose = $2 and destination = $3 and flow = $4`,
    [clientId, purpose, destination, guess.flow],
  );
  await whenRight();
  await noteEntered(tx, { purpose, to: destination, address: guess.asked_by });
  return null;
}

const findNewest = `select flow from code where client_id = $1 and purpose = $2 and destination = $3
  order by sent_at desc limit 1`;

/** Whether a code belongs to this nonce. It takes no guess: see `useCode`. */
export function isRightCode(code: string, source: CodeSource, keys: KeyRing): boolean {
  return keys.all.some(({ secret }) => isSameCode(code, oneTimeCode(secret, source)));
}

function isSameCode(code: string, right: string): boolean {
  return code.length === right.length && timingSafeEqual(Buffer.from(code), Buffer.from(right));
}

function refuseGuess(triesLeft: number): Refusal {
  return refuseCode(({ codeWrong }) => codeWrong(triesLeft));
}

/** A refused code. Without `detail` it says neither whether there is a code nor whether it can still be entered. */
export function refuseCode(detail: Sentence = problems.invalid_code[2]): Refusal {
  return new Refusal('invalid_code', { detail, errors: [{ path: 'code', message: detail, code: 'invalid_code' }] });
}

/** @param resendSeconds how long until the next code may be sent */
function describeVerification(phone: string, sentAt: Date, resendSeconds = resendAfterSeconds): Verification {
  return {
    phone,
    expiresAt: new Date(sentAt.getTime() + codeMinutes * 60_000).toISOString(),
    resendAt: new Date(sentAt.getTime() + Math.ceil(resendSeconds) * 1_000).toISOString(),
  };
}
