import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readChallenge } from '#server/identity/second-step/challenge.ts';
import { readClient } from '#server/identity/client.ts';
import { isRightCode, refuseCode, sendCode, useCode, type CodeTarget } from '#server/identity/codes/codes.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { sendAgain } from '#server/identity/codes/resend.ts';
import { hasSecondFactor, type PreparedSecond } from '#server/identity/factors/second-factors.ts';
import { factorOfMethod, messageMethods, secondStepTarget, type MessageMethod } from './methods.ts';

/**
 * Sends the code of the second step, at least a minute after the last one.
 *
 * @param method how; the first that the challenge names when absent
 * @throws Refusal challenge_over, invalid_request when the challenge does not name the method, rate_limited, messages_stopped
 */
export async function sendSecondStepCode(
  identity: Identity,
  { challengeId, method }: { readonly challengeId: string; readonly method?: MessageMethod | undefined },
  { address }: Caller,
): Promise<void> {
  const target = await findTarget(identity.db, challengeId, method);
  await sendAgain(identity, target, async (tx) => {
    // Once more under the lock: meanwhile the sign-in may have ended, or the contact may be another one.
    const now = await findTarget(tx, challengeId, method);
    return sendCode(tx, identity.sending, now, { pool: 'second_step', address });
  });
}

async function findTarget(db: Queryable, challengeId: string, wanted: MessageMethod | undefined): Promise<CodeTarget> {
  const challenge = await readChallenge(db, challengeId);
  if (challenge === null || !challenge.hasGuesses) throw new Refusal('challenge_over');
  const client = await readClient(db, challenge.clientId);
  const methods = (await hasSecondFactor(db, client.id)) ? [] : messageMethods(client, challenge.provenBy);
  const method = wanted ?? methods[0];
  if (method === undefined || !methods.includes(method)) {
    throw new Refusal('invalid_request', {
      errors: [{ path: 'method', message: ({ noCodeThisWay }) => noCodeThisWay }],
    });
  }
  return secondStepTarget(client, method, challengeId);
}

/**
 * Finds which of the sent codes is meant, so that a transaction can use it up. The guesses are counted with the challenge, so
 * both codes of one sign-in together take five.
 */
export async function prepareMessageCode(
  { db, codeKey }: Pick<Identity, 'db' | 'codeKey'>,
  clientId: number,
  challengeId: string,
  code: string,
): Promise<PreparedSecond> {
  const [client, challenge] = [await readClient(db, clientId), await readChallenge(db, challengeId)];
  const targets = messageMethods(client, challenge?.provenBy ?? []).map((method) => ({
    method: factorOfMethod[method],
    target: secondStepTarget(client, method, challengeId),
  }));
  const sent = await db.query<{ destination: string; nonce: Buffer }>(
    `select destination, nonce from code where client_id = $1 and purpose = 'second_step' and flow = $2`,
    [clientId, targets[0]?.target.flow ?? null],
  );
  const meant =
    targets.find(({ target }) =>
      sent.some(
        ({ destination, nonce }) =>
          destination === target.destination &&
          isRightCode(code, { purpose: 'second_step', destination, nonce }, codeKey),
      ),
    ) ?? targets[0];
  return {
    method: meant?.method ?? 'phone',
    async use(tx) {
      // A client who has added an app since then uses the app.
      if (meant === undefined || (await hasSecondFactor(tx, clientId))) return refuseCode();
      return (await useCode(tx, meant.target, code, codeKey)) === null ? null : refuseCode();
    },
    notice: () => null,
  };
}
