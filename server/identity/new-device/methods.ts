import type { ClientRow } from '#server/identity/client.ts';
import type { CodeTarget } from '#server/identity/codes/codes.ts';
import type { Factor } from '#contract/security.ts';

/** The channel of a second step's code, as a challenge names it. */
export type MessageMethod = 'sms' | 'email';

/** The factor that such a code shows. */
export const factorOfMethod = { sms: 'phone', email: 'email' } as const satisfies Record<MessageMethod, Factor>;

/**
 * The second proof of a client without a second factor on a new device, besides `shown`: a code to another contact that is proven. So it
 * always takes two of password, phone and e-mail, and whoever holds one of them gets no further. None where the phone is not proven: a
 * stranger may have opened the account, and no money moves in it.
 */
export function messageMethods(
  { confirmed_at, proven_email }: ClientRow,
  shown: readonly Factor[],
): readonly MessageMethod[] {
  if (confirmed_at === null) return [];
  const proven: readonly MessageMethod[] = proven_email === null ? ['sms'] : ['sms', 'email'];
  return proven.filter((method) => !shown.includes(factorOfMethod[method]));
}

/** The code of a waiting sign-in. It is bound to this sign-in: in another one it is of no use. */
export function secondStepTarget(client: ClientRow, method: MessageMethod, challengeId: string): CodeTarget {
  return {
    clientId: client.id,
    purpose: 'second_step',
    destination: method === 'sms' ? client.phone : client.proven_email!.toLowerCase(),
    flow: Buffer.from(challengeId.replaceAll('-', ''), 'hex'),
  };
}
