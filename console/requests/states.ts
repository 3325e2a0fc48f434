import type { getRequest, listRequests } from '#contract/calls/operator/acts.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import type { Tone } from '#console/kit/Status.tsx';
import type { RowOf } from '#console/kit/useList.ts';

export type RequestState = RowOf<typeof listRequests>['status'];

/** A request that was opened. */
export type OpenedRequest = OperatorAnswer<typeof getRequest>['data'];

export const states = ['asked', 'approved', 'done', 'refused', 'withdrawn', 'expired', 'failed'] as const;

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
