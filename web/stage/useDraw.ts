import { useEffect } from 'react';
import { getDraw } from '#contract/calls/draws.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import { hearing } from '#web/api/hearing.ts';
import { useApi } from '#web/api/queries.ts';
import { veilOutcomes } from '#web/api/hide-outcomes.ts';
import { serverNow } from '#web/clock/clock.ts';

export type DrawDetails = CallAnswer<typeof getDraw>['data'];

/** A draw that is due is fetched at this interval until it is settled. */
const pollDue = 1_500;
/** The interval while the stream is there, which tells it sooner. */
const pollDueBesideStream = 6_000;

/** One draw, kept up to date. Until it is there its balls may be falling, so nothing that is new is told. */
export function useDraw(id: string) {
  const query = useApi(
    getDraw,
    { params: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data && isDue(state.data.data) ? (hearing.draws ? pollDueBesideStream : pollDue) : false,
    },
  );
  const { isPending } = query;
  useEffect(() => (isPending ? veilOutcomes() : undefined), [isPending]);
  return query;
}

function isDue({ status, fullDate }: DrawDetails): boolean {
  return status !== 'settled' && status !== 'void' && serverNow() >= Date.parse(fullDate);
}
