import { createHash } from 'node:crypto';
import type { Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lockClient } from '#server/identity/client.ts';
import { sendCode } from '#server/identity/codes/codes.ts';
import type { Identity } from '#server/identity/identity.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';

/** The value in place of a flow, in codes that an operator has started: no browser has asked, so they are good in any. */
export const startedByOperator = createHash('sha256').update('a reset that an operator started').digest();

/**
 * Sends the code with which the client sets a new password, as *Forgot password?* does. A second factor is asked for as there,
 * and nobody else learns or sets anything.
 *
 * @throws Refusal rate_limited, messages_stopped when no code can be sent now
 */
export async function startReset(
  { sending, security }: Pick<Identity, 'sending' | 'security'>,
  tx: Transaction,
  clientId: number,
  origin: Origin,
): Promise<void> {
  const client = await lockClient(tx, clientId);
  const target = { clientId, purpose: 'reset_password', destination: client.phone, flow: startedByOperator } as const;
  const sent = await sendCode(tx, sending, target, { pool: 'reset', address: origin.address });
  if (sent === null) throw new Refusal('rate_limited', { retryAfterSeconds: 60 });
  await security.record(tx, origin, {
    clientId,
    kind: 'password_reset_asked',
    factor: 'phone',
    detail: { sent: true },
  });
}
