import type { getRequest, listRequests } from '#contract/calls/operator/acts.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { formatWhen } from '#console/values/time.ts';
import type { Tone } from '#console/kit/Status.tsx';
import type { RowOf } from '#console/kit/useList.ts';

export type RequestState = RowOf<typeof listRequests>['status'];

/** A request that was opened. */
export type OpenedRequest = OperatorAnswer<typeof getRequest>['data'];

export const states = ['asked', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'failed'] as const;

/** Checks about the operator who looks, and not about the act. */
const ofWhoLooks = ['not_own_request', 'role_approves', 'operator_for_a_day', 'somebody_else_approves'];

/** The checks that keep a request from being carried out now, whoever approves it. */
export function unmetOf({ checks }: OpenedRequest) {
  return checks.filter(({ code, met }) => !met && !ofWhoLooks.includes(code));
}

/** The end of a request that nobody ended: it ran out of time, or it could no longer be done. */
export const closedThemselves = ['failed', 'expired'] as const;

/** The shape of each status. */
export const tones: Readonly<Record<RequestState, Tone>> = {
  asked: 'wait',
  approved: 'run',
  done: 'ok',
  refused: 'idle',
  withdrawn: 'idle',
  expired: 'idle',
  failed: 'bad',
};

/** The time of a draw: `18:50` today, with its day on any other. */
export function clockOf(drawsAt: string, now: number): string {
  return formatWhen(drawsAt, now).replace(/:00$/, '');
}

/** The kinds whose title names their draw, and which are confirmed by its time. */
export const actsOnDraws: readonly string[] = ['call_off_draw', 'pay_held_draw'];
