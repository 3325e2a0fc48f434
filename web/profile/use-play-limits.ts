import { getPlayLimits } from '#contract/calls/play-limits.ts';
import { useApi } from '#web/api/queries.ts';

export function usePlayLimits() {
  return useApi(getPlayLimits, {}, { select: ({ data }) => data });
}
