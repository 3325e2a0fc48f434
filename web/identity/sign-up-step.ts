import { storage } from '#web/storage/storage.ts';

/** What the first step of a sign-up keeps: no password. */
export interface KeptStep {
  readonly phone: string;
  readonly country: string;
  readonly remember: boolean;
}

const key = 'sign-up';

/** In session storage, until the account is there or the tab is closed. */
export function keepStep(step: KeptStep | null): void {
  const kept = storage('sessionStorage');
  if (step) kept?.setItem(key, JSON.stringify(step));
  else kept?.removeItem(key);
}

export function lastStep(): KeptStep | null {
  return readStep(storage('sessionStorage')?.getItem(key) ?? null);
}

/** Null for anything else, because the visitor can change what is stored. */
export function readStep(text: string | null): KeptStep | null {
  try {
    const { phone, country, remember } = JSON.parse(text ?? 'null') as Record<string, unknown>;
    return typeof phone === 'string' && typeof country === 'string'
      ? { phone, country, remember: remember === true }
      : null;
  } catch {
    return null;
  }
}
