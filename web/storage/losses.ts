import { local } from './storage.ts';

const key = 'losses';

/** Whether this device tells draws that paid nothing. */
export function wantsLosses(): boolean {
  return local.getItem(key) !== 'off';
}

export function wantLosses(wanted: boolean): void {
  local.setItem(key, wanted ? 'on' : 'off');
}
