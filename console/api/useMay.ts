import type { Right } from '#contract/operator/rights.ts';
import { useMe } from './session-state.ts';

/** Whether the operator has a right, which is usually a call. The server decides: a screen only leaves out what would be refused. */
export function useMay(right: Right): boolean {
  return useMe().rights.includes(right);
}
