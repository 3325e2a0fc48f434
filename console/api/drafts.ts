import type { Call } from '#contract/calls/call.ts';
import { operatorName } from './session-state.ts';

const prefix = 'draft ';

/** Names what is typed in for one act, at the address where it is typed in. @param about what tells it from others there */
export function draftOf({ method, path }: Pick<Call, 'method' | 'path'>, about = ''): string {
  const open = new URLSearchParams(location.search).get('open') ?? '';
  return [prefix + (operatorName() ?? ''), method, path, location.pathname, open, about].join('\n');
}

type Fields = Readonly<Record<string, unknown>>;

/** What was typed in before. */
export function readDraft(draft: string): Fields {
  try {
    return JSON.parse(sessionStorage.getItem(draft) ?? '{}') as Fields;
  } catch {
    // The browser keeps nothing for this site.
    return {};
  }
}

export function writeDraft(draft: string, fields: Fields): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(draft);
    else sessionStorage.setItem(draft, JSON.stringify(fields));
  } catch {
    // As above: it stays on the screen alone.
  }
}

/** It was sent. */
export function forgetDraft(draft: string): void {
  writeDraft(draft, {});
}

/** Forgets all drafts of this tab. @param name all but those of this operator */
export function forgetDrafts({ except }: { readonly except?: string } = {}): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && key.split('\n', 1)[0] !== prefix + except) sessionStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
