import { keepAttempts } from '#web/attempts/attempt.ts';
import { session } from '#web/storage/storage.ts';

/** Fields that can be emptied. */
const optional = ['city', 'address'] as const;
const required = ['firstName', 'lastName', 'country'] as const;

/** Personal details that were typed and are not saved, by field. */
export type Draft = {
  readonly [F in (typeof required)[number]]?: string | undefined;
} & {
  readonly [F in (typeof optional)[number]]?: string | null | undefined;
};

/** The fields as one client typed them: another one may sign in in the same tab. */
interface OwnDraft {
  readonly clientId: number;
  readonly typed: Draft;
}

/** In session storage: a client who leaves the page, or has to sign in again, finds it unchanged. Log-out clears it. */
const drafts = keepAttempts<OwnDraft>(session, 'profile.draft', (stored) => {
  const { clientId, typed } = stored as OwnDraft;
  const read = readDraft(typed);
  return typeof clientId === 'number' && read ? { clientId, typed: read } : null;
});

export const lastDraft = (clientId: number): Draft | null => ownOf(drafts.last(), clientId);
/** @param clientId undefined while the client is not known */
export const useDraft = (clientId: number | undefined): Draft | null => ownOf(drafts.useLast(), clientId);

/** @param changes nothing where all is as stored */
export function keepDraft(clientId: number, changes: Draft): void {
  drafts.keep(Object.keys(changes).length > 0 ? { clientId, typed: changes } : null);
}

function ownOf(draft: OwnDraft | null, clientId: number | undefined): Draft | null {
  return draft && draft.clientId === clientId ? draft.typed : null;
}

/** The fields of a stored draft. Anything else is left out, because the visitor can change what is stored. */
export function readDraft(stored: unknown): Draft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const values = Object.entries(stored);
  const kept = [
    ...values.filter(([field, value]) => isOneOf(required, field) && typeof value === 'string'),
    ...values.filter(([field, value]) => isOneOf(optional, field) && (typeof value === 'string' || value === null)),
  ];
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

function isOneOf(fields: readonly string[], field: string): boolean {
  return fields.includes(field);
}
