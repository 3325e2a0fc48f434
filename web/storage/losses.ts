import { storage } from './storage.ts';

const key = 'losses';

/** Whether this device tells draws that paid nothing. */
export function wantsLosses(): boolean {
  return storage('localStorage')?.getItem(key) !== 'off';
}

export function wantLosses(wanted: boolean): void {
  storage('localStorage')?.setItem(key, wanted ? 'on' : 'off');
}
