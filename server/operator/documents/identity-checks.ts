import type { DocumentSide } from '#contract/documents.ts';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/documents.ts';
import type { Transaction } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { openClientKey, openImage, openNumber } from '#server/identity/documents/document-keys.ts';
import { personKeysOf } from '#server/identity/persons/person-keys.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { outcomeOf } from '#server/operator/access/call-act.ts';
import { actAndTell, actAs, type Acted, type Operator, type Operators } from '#server/operator/access/operators.ts';
import { rowOf } from '#server/operator/access/reads.ts';

type Opened = AnswerOf<typeof contract.getIdentityCheck>['data'];

/** The number is sealed with a key of the client, which only the server can open. */
interface OpenedRow {
  readonly item: Omit<Opened, 'number'>;
  readonly number_sealed: Buffer;
  readonly key_sealed: Buffer;
}

/** One document, with the whole number. The look is recorded before it is answered. @throws Refusal not_found */
export async function openIdentityCheck(
  operators: Operators,
  operator: Operator,
  id: string,
  origin: Origin,
): Promise<Opened> {
  return actAs(operators, async (tx) => {
    const row = await rowOf<OpenedRow>(tx, 'console.open_identity_check', [operator.session, id]);
    if (row === undefined) throw new Refusal('not_found');
    const { item, number_sealed, key_sealed } = row;
    await operators.identity.security.record(tx, origin, {
      clientId: item.clientId,
      kind: 'identity_looked_at',
      detail: { operator: operator.name, check: id },
    });
    const key = openClientKey(operators.documents, key_sealed, item.clientId);
    return { ...item, number: openNumber(key, number_sealed, id) };
  });
}

/** One picture, as a JPEG. The look is recorded before it is answered. @throws Refusal not_found */
export async function openIdentityImage(
  operators: Operators,
  operator: Operator,
  { id, side }: { readonly id: string; readonly side: DocumentSide },
  origin: Origin,
): Promise<Buffer> {
  return actAs(operators, async (tx) => {
    const row = await rowOf<{ client_id: number; sealed: Buffer; key_sealed: Buffer }>(
      tx,
      'console.open_identity_image',
      [operator.session, id, side],
    );
    if (row === undefined) throw new Refusal('not_found');
    await operators.identity.security.record(tx, origin, {
      clientId: row.client_id,
      kind: 'identity_looked_at',
      detail: { operator: operator.name, check: id, side },
    });
    return openImage(openClientKey(operators.documents, row.key_sealed, row.client_id), row.sealed, id, side);
  });
}

type Decision = RequestOf<typeof contract.decideIdentityCheck>['body'];
type Decided = AnswerOf<typeof contract.decideIdentityCheck>['data']['outcome'];

const answerOfDecision = outcomeOf('document', 'accepted', 'refused', 'underage');

/**
 * Accepts or refuses a document, and tells the client.
 *
 * @throws Refusal not_found; conflict when it was decided already, has expired, or was accepted in another account
 */
export async function decideIdentityCheck(
  operators: Operators,
  operator: Operator,
  id: string,
  decision: Decision,
  origin: Origin,
): Promise<Acted<{ readonly outcome: Decided }>> {
  const { identity } = operators;
  const isAccepted = decision.decision === 'accept';
  const { clientId, ...decided } = await actAndTell(operators, async (tx) => {
    const named = isAccepted ? await readName(tx, operator, id) : null;
    // The document may show another birth date, by which excluded persons are known.
    const keys = isAccepted ? personKeysOf(identity, { ...named!, birth_date: decision.birthDate }) : null;
    const row = await rowOf<{ outcome: string; client_id: number }>(tx, 'console.decide_identity_check', [
      operator.session,
      id,
      isAccepted,
      decision.reason,
      isAccepted ? decision.birthDate : null,
      isAccepted && decision.otherPerson,
      named?.first_name,
      named?.last_name,
      keys?.keyId,
      keys?.hmacs,
    ]);
    const { client_id } = row!;
    const { outcome } = answerOfDecision(row!.outcome);
    await identity.security.record(tx, origin, {
      clientId: client_id,
      kind: outcome === 'accepted' ? 'identity_accepted' : 'identity_refused',
      detail: { operator: operator.name, check: id },
    });
    return { outcome, clientId: client_id };
  });
  identity.forget(clientId);
  return decided;
}

async function readName(
  tx: Transaction,
  { session }: Operator,
  id: string,
): Promise<{ readonly first_name: string; readonly last_name: string }> {
  const named = await rowOf<{ first_name: string; last_name: string }>(tx, 'console.name_of_check', [session, id]);
  if (named === undefined) throw new Refusal('not_found');
  return named;
}
