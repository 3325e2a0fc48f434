import type { listRequests } from '#contract/calls/operator/acts.ts';
import { Check } from '#console/kit/Check.tsx';
import type { RowOf } from '#console/kit/useList.ts';

/** Why a request has ended: the reason of the operator who ended it, or why the worker could not carry it out. */
export function EndReason({ of: { failure, endedBecause } }: { readonly of: RowOf<typeof listRequests> }) {
  return failure === null ? endedBecause : <Check {...failure} as="failure" />;
}
