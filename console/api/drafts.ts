import type { Call } from '#contract/calls/call.ts';
import { operatorName } from './session-state.ts';

const prefix = 'draft ';

/** The name of an act's draft, at the address where it is typed. @param about the subject, if there are several at that address */
export function draftOf({ method, path }: Pick<Call, 'method' | 'path'>, about = ''): string {
  const open = new URLSearchParams(location.search).get('open') ?? '';
  return [prefix + (operatorName() ?? ''), method, path, location.pathname, open, about].join('\n');
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields that were typed in before. */
export function readDraft(draft: string): Fields {
  try {
    return JSON.parse(sessionStorage.getItem(draft) ?? '{}') as Fields;
  } catch {
    // The browser stores nothing for this site.
    return {};
  }
}

export function writeDraft(draft: string, fields: Fields): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(draft);
    else sessionStorage.setItem(draft, JSON.stringify(fields));
  } catch {
    // The draft stays on the screen only, as above.
  }
}

/** Removes the draft, because it was sent. */
export function forgetDraft(draft: string): void {
  writeDraft(draft, {});
}

/** Removes all drafts of this tab. @param name an operator whose drafts stay */
export function forgetDrafts({ except }: { readonly except?: string } = {}): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && key.split('\n', 1)[0] !== prefix + except) sessionStorage.removeItem(key);
    }
  } catch {
    // The draft stays on the screen only, as above.
  }
}
