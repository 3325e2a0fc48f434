import { session } from '#web/storage/storage.ts';

/** The fields that the first step of a sign-up keeps: no password. */
interface KeptStep {
  readonly phone: string;
  readonly country: string;
  readonly remember: boolean;
}

const key = 'sign-up';

/** In session storage, until the account is there or the tab is closed. */
export function keepStep(step: KeptStep | null): void {
  if (step) session.setItem(key, JSON.stringify(step));
  else session.removeItem(key);
}

export function lastStep(): KeptStep | null {
  return readStep(session.getItem(key));
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
