import { createHash } from 'node:crypto';
import type { UsedCredential } from '#contract/webauthn.ts';
import { readAct } from '#domain/signed-act.ts';
import { Refusal } from '#server/http/refusal.ts';
import { requestPasskey, relyingPartyOf } from '#server/identity/passkeys/webauthn.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { namePasskeys, useChallenge } from './challenge.ts';

/** Something that one operator asks for and another one has to approve. */
export interface Asked {
  /** A row of `console.kind`. */
  readonly kind: string;
  /** `client 42`, `draw <id>`, `payment <id>`, `operator jo`. */
  readonly subject: string;
  /** What is to be. */
  readonly newValues: object;
  /** What is now, as this operator sees it. */
  readonly oldValues: object;
  readonly reason: string;
  /** Such as the line of a provider's statement. */
  readonly evidence?: string | undefined;
}

/** A request that was made. */
export type AskedFor = Acted<{ readonly id: string }>;

/**
 * Asks for an act that another operator has to approve. It is carried out later, by the worker, from what is stored here.
 *
 * @param signature of the act's bytes, which a call without it is answered with. It must be asked for in the same words. A demo
 *   operator gives none
 * @returns the request's id, and the line of the audit
 * @throws Refusal signature_needed with the bytes to sign; conflict when a demand is not met, or when what was signed has changed;
 *   challenge_over, passkey_unknown, passkey_refused; not_allowed
 */
export async function askFor(
  operators: Operators,
  operator: Operator,
  asked: Asked,
  signature?: UsedCredential,
): Promise<AskedFor> {
  return signature === undefined
    ? prepare(operators, operator, asked)
    : askSigned(operators, operator, asked, signature);
}

interface PreparedRow {
  readonly outcome: 'sign' | 'asked' | 'unmet';
  readonly detail: string | null;
  readonly id: string;
  readonly act: Buffer;
}

async function prepare(operators: Operators, { session }: Operator, asked: Asked): Promise<AskedFor> {
  const prepared = await actAndTell(operators, async (tx) => {
    const [row] = await tx.query<PreparedRow>('select * from console.prepare_request($1, $2, $3, $4, $5, $6, $7, $8)', [
      session,
      ...valuesOf(asked, operators.consoleUrl()),
    ]);
    return row!;
  });
  if (prepared.outcome === 'unmet') throw unmet(prepared.detail!);
  if (prepared.outcome === 'sign') throw await signatureNeeded(operators, session, prepared.act);
  return { id: prepared.id, audit: prepared.audit };
}

interface AskedRow {
  readonly outcome: 'asked' | 'over' | 'changed' | 'unmet';
  readonly detail: string | null;
  readonly id: string;
}

async function askSigned(
  operators: Operators,
  { session }: Operator,
  asked: Asked,
  signature: UsedCredential,
): Promise<AskedFor> {
  const hash = await useChallenge(operators, session, 'ask', signature);
  return actAndTell(operators, async (tx) => {
    const [row] = await tx.query<AskedRow>('select * from console.ask($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      session,
      hash,
      JSON.stringify(signature),
      ...valuesOf(asked, operators.consoleUrl()),
    ]);
    switch (row!.outcome) {
      case 'asked':
        return { id: row!.id };
      case 'over':
        throw new Refusal('challenge_over');
      case 'changed':
        throw new Refusal('conflict', {
          detail: ({ operators: says }) => says.request.changed,
        });
      case 'unmet':
        throw unmet(row!.detail!);
    }
  });
}

function valuesOf({ kind, subject, newValues, oldValues, reason, evidence }: Asked, consoleUrl: string) {
  return [
    kind,
    subject,
    JSON.stringify(newValues),
    JSON.stringify(oldValues),
    reason,
    evidence ?? null,
    new URL(consoleUrl).origin,
  ] as const;
}

/** A demand of the database that is not met. */
export function unmet(demand: string): Refusal {
  return new Refusal('conflict', { detail: ({ operators: says }) => says.request.unmet(says.demand(demand)) });
}

/** What a browser needs to have a passkey of this operator sign an act. */
export async function signatureNeeded(operators: Operators, session: string, act: Buffer): Promise<Refusal> {
  const hash = createHash('sha256').update(act).digest();
  const passkeys = await namePasskeys(operators, session);
  return new Refusal('signature_needed', {
    signing: {
      act: act.toString('hex'),
      passkey: requestPasskey(relyingPartyOf(readAct(act).console), hash, passkeys),
    },
  });
}
