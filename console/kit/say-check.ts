import type { CheckCode } from '#contract/operator/requests.ts';
import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/request-sheets.ts';

export type Params = Readonly<Record<string, unknown>> | null | undefined;

/** A precondition in words; one that is newer than this page is shown as its code. */
function sayCheck(code: string, params: Params): string {
  const said = words.checks[code as CheckCode] as
    | string
    | ((params: Params, write: typeof amount) => string)
    | undefined;
  return typeof said === 'function' ? said(params, amount) : (said ?? code);
}

/**
 * A precondition; the reason why a call was refused, if it is not met; the reason why the worker could not carry a
 * request out.
 */
export const ways = {
  check: sayCheck,
  unmet: (code: string, params: Params) => words.unmet(sayCheck(code, params)),
  failure: (code: string, params: Params) => words.failures[code] ?? words.notAnyMore(sayCheck(code, params)),
};
