import { createHash } from 'node:crypto';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/acts.ts';
import { requestKinds } from '#contract/operator/requests.ts';
import type { UnmetCheck } from '#contract/problems.ts';
import { readAct } from '#domain/signed-act.ts';
import { Refusal } from '#server/http/refusal.ts';
import { requestPasskey, relyingPartyOf } from '#server/identity/passkeys/webauthn.ts';
import { conflict } from '#server/operator/access/call-act.ts';
import { actAndTell, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { readFound, rowOf } from '#server/operator/access/reads.ts';
import { namePasskeys, useChallenge } from './challenge.ts';
import { readings, type Read } from './readings.ts';

type Asked = RequestOf<typeof contract.makeRequest>['body'];
type Tried = RequestOf<typeof contract.tryRequest>['body'];

/** A request that was made. */
type AskedFor = Acted<{ readonly id: string }>;

interface MadeRow {
  readonly outcome: 'sign' | 'asked' | 'not_there' | 'unmet' | 'over' | 'changed';
  readonly detail: string | null;
  readonly id: string;
  readonly act: Buffer;
}

/**
 * Asks for an act that another operator has to approve. It is carried out later, by the worker, from what is stored here. A call
 * with the signature asks for the same in the same words as the call before it, which was answered with the bytes to sign. A demo
 * operator signs nothing.
 *
 * @returns the request's id, and the line of the audit
 * @throws Refusal signature_needed with the bytes to sign; conflict when a check is not met, or when what was signed has changed;
 *   not_found, read_first, challenge_over, passkey_unknown, passkey_refused, not_allowed
 */
export async function askFor(operators: Operators, operator: Operator, asked: Asked): Promise<AskedFor> {
  const { session } = operator;
  const { reason, signature } = asked;
  const { kind, subject, values, seen, evidence } = await read(operators, operator, asked);
  const hash = signature === undefined ? null : await useChallenge(operators, session, 'ask', signature);
  const made = await actAndTell(operators, async (tx) => {
    const row = await rowOf<MadeRow>(tx, 'console.make_request', [
      session,
      kind,
      subject,
      JSON.stringify(values),
      JSON.stringify(seen),
      reason,
      evidence,
      new URL(operators.consoleUrl()).origin,
      hash,
      signature && JSON.stringify(signature),
    ]);
    refuse(row!);
    return row!;
  });
  if (made.outcome === 'sign') throw await signatureNeeded(operators, session, made.act);
  return { id: made.id, audit: made.audit };
}

/** The request as it would be if it were asked for now. */
export async function tryRequest(
  operators: Operators,
  operator: Operator,
  tried: Tried,
): Promise<AnswerOf<typeof contract.tryRequest>['data']> {
  const { kind, subject, values, seen, evidence } = await read(operators, operator, tried);
  const asked = [operator.session, kind, subject, JSON.stringify(values), JSON.stringify(seen), evidence];
  return readFound(operators, 'console.try_request', asked);
}

/** The arguments for the database: the subject, and the values as they are stored. */
async function read(operators: Operators, operator: Operator, asked: Tried) {
  const { kind } = asked;
  const { subject = null } = requestKinds[kind] as { readonly subject?: string };
  const given: Read = { about: 'about' in asked ? asked.about : null, values: 'values' in asked ? asked.values : {} };
  const { values, seen = {} } = (await readings[kind]?.(operators, operator, given)) ?? given;
  const evidence = 'evidence' in asked ? asked.evidence : null;
  return { kind, subject: given.about === null ? subject : `${subject} ${given.about}`, values, seen, evidence };
}

function refuse({ outcome, detail }: MadeRow): void {
  switch (outcome) {
    case 'asked':
    case 'sign':
      return;
    case 'not_there':
      throw new Refusal('not_found');
    case 'over':
      throw new Refusal('challenge_over');
    case 'changed':
      throw conflict((says) => says.request.changed);
    case 'unmet':
      throw unmet(detail!);
  }
}

/** A check that is not met. @param detail the check, as the database writes it */
export function unmet(detail: string): Refusal {
  const check = JSON.parse(detail) as UnmetCheck;
  return new Refusal('conflict', {
    unmet: check,
    detail: ({ operators: says }) => says.request.unmet(check.code),
  });
}

/** The options for a browser to have a passkey of this operator sign an act. */
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
