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

/** In session storage: a client who leaves the page, or has to sign in again, finds it unchanged. Log-out clears it. */
const draft = keepAttempts<Draft>(session, 'profile.draft', readDraft);

export const { last: lastDraft, useLast: useDraft } = draft;

/** @param changes nothing where all is as stored */
export function keepDraft(changes: Draft): void {
  draft.keep(Object.keys(changes).length > 0 ? changes : null);
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
