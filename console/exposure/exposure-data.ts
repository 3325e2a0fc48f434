import { getExposure, listExposures } from '#contract/calls/operator/exposure.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';

export type ExposureData = OperatorAnswer<typeof getExposure>['data'];
export type ExposureList = OperatorAnswer<typeof listExposures>['data'];
export type ListedExposure = ExposureList['draws'][number];
export type Reserve = NonNullable<ExposureList['reserve']>;

/** The number of possible results of a draw: 9!. */
export const resultCount = 362_880;

const renewedEvery = 5_000;
/** An exposure of a draw on sale that is older than this is old: the worker has not answered. */
export const oldAfter = 20_000;

/** The exposure of a draw: refreshed while it is shown, until the draw is settled. Nothing is asked for where it is not to be seen. */
export function useExposure(id: string, enabled = true) {
  return useApi(
    getExposure,
    { params: { id }, query: { histogram: 'true' } },
    { enabled, refetchInterval: ({ state }) => (state.data?.data.status === 'settled' ? false : renewedEvery) },
  );
}
