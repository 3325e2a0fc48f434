import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { getReport } from '#contract/calls/operator/reports.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import type { ApiError } from '#console/api/errors.ts';
import { call } from '#console/api/call.ts';
import { keyOf } from '#console/api/queries.ts';

type Answer = OperatorAnswer<typeof getReport>;

/** How much of a report one call asks for. */
const pageSize = 200;
/** In milliseconds. A year of a large site is added up in some ten seconds; the database gives up after thirty. */
const timeoutMs = 40_000;

/** A report in pages. It is fetched once and never refreshed by itself, because each time is a line of the audit. */
export function useReport({ params, query }: OperatorInput<typeof getReport>) {
  return useInfiniteQuery<Answer, ApiError, InfiniteData<Answer, string | null>, readonly unknown[], string | null>({
    queryKey: [...keyOf(getReport, { params, query }), 'report'],
    queryFn: ({ pageParam, signal }) =>
      call(
        getReport,
        { params, query: { ...query, limit: String(pageSize), ...(pageParam !== null && { cursor: pageParam }) } },
        { signal, timeoutMs },
      ),
    initialPageParam: null,
    getNextPageParam: ({ meta }) => meta.next,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
