import { useState } from 'react';
import type { Call } from '#contract/calls/call.ts';
import { draftOf, readDraft, writeDraft } from '#console/api/drafts.ts';

/**
 * As `useState`, for what is typed in before an act: it is there again after the session has ended under the operator's hands,
 * for the same operator in the same tab, until it is sent. Never for what is secret, nor for what is typed in to confirm.
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
