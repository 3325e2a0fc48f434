import { randomUUID } from 'node:crypto';
import type { DocumentSide, IdentityStatus } from '#contract/documents.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/documents.ts';
import type { DocumentType } from '#contract/forms/documents.ts';
import type { Queryable } from '#database/connect.ts';
import type { Limiter } from '#server/http/rate-limit.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { lockClient } from '#server/identity/client.ts';
import type { Identity } from '#server/identity/identity.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { readTier } from '#server/identity/tiers/tiers.ts';
import type { Sentence } from '#server/words/languages.ts';
import { documentHmac, keepClientKey, plainNumber, sealImage, sealNumber, type DocumentKeys } from './document-keys.ts';
import { redraw } from './redraw.ts';
import { scan } from './scan.ts';

/** The dependencies of the functions for identity documents. */
export interface Documents extends DocumentKeys {
  readonly identity: Identity;
  /** Whether money is limited by tiers. */
  readonly tiers: boolean;
  /** A ClamAV daemon as `host:port`; undefined where there is none. */
  readonly clamd: string | undefined;
  readonly limits: DocumentLimits;
}

/** Limits of each client: a picture costs a second of a core, and a document an operator's time. */
export interface DocumentLimits {
  readonly checks: Limiter;
  readonly images: Limiter;
}

/** The sides of a document that have to be shown. */
export const sidesOf: Readonly<Record<DocumentType, readonly DocumentSide[]>> = {
  national_id: ['front', 'back'],
  passport: ['front'],
  residence_permit: ['front', 'back'],
  driving_licence: ['front', 'back'],
};

interface CheckRow {
  readonly id: string;
  readonly type: DocumentType;
  readonly country: string;
  readonly last4: string;
  readonly expires_on: string;
  readonly status: NonNullable<IdentityStatus['check']>['status'];
  readonly reason: string | null;
  readonly submitted_at: Date | null;
  readonly decided_at: Date | null;
  readonly sent: readonly DocumentSide[];
}

/** A client's tier, its limits, and the newest document. */
export async function readIdentity({ identity, tiers }: Documents, clientId: number): Promise<IdentityStatus> {
  const [check] = await identity.db.query<CheckRow>(
    `select id, type, country, last4, expires_on, status, reason, submitted_at, decided_at,
       array(select side::text from identity_image i where i.check_id = c.id) as sent
     from identity_check c where client_id = $1 order by created_at desc, id limit 1`,
    [clientId],
  );
  const { limits, ...tier } = await readTier(identity.db, clientId);
  return { ...tier, limits: tiers ? limits : null, check: check ? presentCheck(check) : null };
}

function presentCheck({ type, sent, expires_on, submitted_at, decided_at, ...check }: CheckRow) {
  // The pictures of a refused document are removed some day; they have been sent anyway.
  const isSent = (side: DocumentSide) => check.status !== 'draft' || sent.includes(side);
  return {
    id: check.id,
    type,
    country: check.country,
    last4: check.last4,
    expiresOn: expires_on,
    status: check.status,
    reason: check.reason,
    sides: sidesOf[type].map((side) => ({ side, sent: isSent(side) })),
    submittedAt: submitted_at?.toISOString() ?? null,
    decidedAt: decided_at?.toISOString() ?? null,
  };
}

/**
 * Begins a draft, in place of an earlier one.
 *
 * @throws Refusal phone_unconfirmed, proof_needed, invalid_request for a document that is no longer valid, identity_pending,
 *   rate_limited
 */
export async function startIdentity(
  documents: Documents,
  signedIn: SignedIn,
  document: RequestOf<typeof contract.startIdentity>['body'],
): Promise<{ id: string; sides: DocumentSide[] }> {
  const { identity, limits } = documents;
  const { clientId, confirmed } = signedIn;
  if (!confirmed) throw new Refusal('phone_unconfirmed');
  await requireProof(identity.db, signedIn, 'fresh');
  const number = plainNumber(document.number);
  if (number.length < 4) throw wrongField('number', ({ documentNumber }) => documentNumber);
  await limits.checks.take(String(clientId));
  const id = randomUUID();
  await identity.db.transact(async (tx) => {
    await lockClient(tx, clientId);
    await requireValid(tx, document.expiresOn);
    const key = await keepClientKey(tx, documents, clientId);
    const [row] = await tx.query<{ status: 'waiting' | 'accepted' | null }>(
      'select start_identity_check($1, $2, $3, $4, $5, $6, $7, $8) as status',
      [
        clientId,
        id,
        document.type,
        document.country,
        // Show at most half of a short number.
        number.slice(-Math.min(4, Math.floor(number.length / 2))),
        sealNumber(key, number, id),
        documentHmac(documents, document),
        document.expiresOn,
      ],
    );
    if (row!.status !== null) throw refusePending(row!.status);
  });
  return { id, sides: [...sidesOf[document.type]] };
}

/** By the database's clock. */
async function requireValid(db: Queryable, expiresOn: string): Promise<void> {
  const [row] = await db.query<{ over: boolean }>(
    `select $1::date < (clock_timestamp() at time zone 'UTC')::date as over`,
    [expiresOn],
  );
  if (row!.over) throw wrongField('expiresOn', ({ documentOver }) => documentOver);
}

function wrongField(path: string, message: Sentence): Refusal {
  return new Refusal('invalid_request', { errors: [{ path, message }] });
}

function refusePending(status: 'waiting' | 'accepted'): Refusal {
  return new Refusal(
    'identity_pending',
    status === 'accepted' ? { detail: ({ documentAccepted }) => documentAccepted } : {},
  );
}

/**
 * Keeps a picture of a draft, drawn again and sealed.
 *
 * @throws Refusal proof_needed, rate_limited, not_found for another client's document, identity_pending after it was sent,
 *   image_refused, overloaded, unavailable
 */
export async function keepImage(
  documents: Documents,
  signedIn: SignedIn,
  { id, side }: { readonly id: string; readonly side: DocumentSide },
  uploaded: Buffer,
): Promise<void> {
  const { identity, limits, clamd } = documents;
  const { clientId } = signedIn;
  await requireProof(identity.db, signedIn, 'fresh');
  await requireDraft(identity.db, clientId, id, side);
  await limits.images.take(String(clientId));
  if (clamd !== undefined) await scan(clamd, uploaded);
  const drawn = await redraw(uploaded);
  await identity.db.transact(async (tx) => {
    const key = await keepClientKey(tx, documents, clientId);
    const [row] = await tx.query<{ kept: boolean }>('select keep_identity_image($1, $2, $3, $4) as kept', [
      clientId,
      id,
      side,
      sealImage(key, drawn, id, side),
    ]);
    // It was sent, or replaced, while the picture was drawn.
    if (!row!.kept) throw new Refusal('not_found');
  });
}

async function requireDraft(db: Queryable, clientId: number, id: string, side: DocumentSide): Promise<void> {
  const [check] = await db.query<Pick<CheckRow, 'status' | 'type'>>(
    'select status, type from identity_check where id = $1 and client_id = $2',
    [id, clientId],
  );
  if (check === undefined || !sidesOf[check.type].includes(side)) throw new Refusal('not_found');
  if (check.status !== 'draft') throw new Refusal('identity_pending');
}

type InTheWay = 'not_there' | 'not_draft' | 'incomplete' | 'expired';

/** Sends a draft to the operators. @throws Refusal proof_needed, not_found, identity_pending, invalid_request */
export async function submitIdentity(
  { identity }: Documents,
  signedIn: SignedIn,
  id: string,
  origin: Origin,
): Promise<void> {
  const { clientId } = signedIn;
  await requireProof(identity.db, signedIn, 'fresh');
  await identity.db.transact(async (tx) => {
    await lockClient(tx, clientId);
    const [check] = await tx.query<Pick<CheckRow, 'type'>>(
      'select type from identity_check where id = $1 and client_id = $2',
      [id, clientId],
    );
    if (check === undefined) throw new Refusal('not_found');
    const [row] = await tx.query<{ in_the_way: InTheWay | null }>(
      'select submit_identity_check($1, $2, $3::document_side[]) as in_the_way',
      [clientId, id, sidesOf[check.type]],
    );
    switch (row!.in_the_way) {
      case 'not_there':
        throw new Refusal('not_found');
      case 'not_draft':
        throw new Refusal('identity_pending');
      case 'incomplete':
        throw new Refusal('invalid_request', { detail: ({ documentSides }) => documentSides });
      case 'expired':
        throw new Refusal('invalid_request', { detail: ({ documentOver }) => documentOver });
      case null:
        await identity.security.record(tx, origin, { clientId, kind: 'identity_sent', detail: { check: id } });
    }
  });
}
