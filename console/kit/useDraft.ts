import { useState } from 'react';
import type { Call } from '#contract/calls/call.ts';
import { draftOf, readDraft, writeDraft } from '#console/api/drafts.ts';

/**
 * As `useState`, for a text that is typed before an act: it comes back, for the same operator in the same tab, when the session ends before
 * it is sent. It must not be used for a secret, nor for a text that is typed to confirm.
 *
 * @param of the act, or its draft
 * @param field names the value in the draft
 */
export function useDraft<T>(
  of: Pick<Call, 'method' | 'path'> | string,
  field: string,
  initial: T,
): [T, (value: T) => void] {
  const [draft] = useState(() => (typeof of === 'string' ? of : draftOf(of)));
  const [value, setValue] = useState<T>(() => (readDraft(draft)[field] as T | undefined) ?? initial);
  function change(next: T) {
    setValue(next);
    const { [field]: _, ...others } = readDraft(draft);
    writeDraft(draft, next === initial ? others : { ...others, [field]: next });
  }
  return [value, change];
}
