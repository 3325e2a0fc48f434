import { useState } from 'react';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { hasFile } from '#contract/calls/operator/files.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import type { ApiError } from '#console/api/errors.ts';
import { addressOfFile, exchange, type Input } from '#console/api/call.ts';
import { keyOf, queryClient, type ReadCall } from '#console/api/queries.ts';
import { mergeNews } from './list-state.ts';
import { idOf, type Identified, type RowId } from './row-id.ts';
import { useAddress } from './useAddress.ts';

/** How much of a list one call asks for. */
const pageSize = 50;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly next: string | null };
}

/** A row of a list that the call answers with. */
export type RowOf<C extends ReadCall> =
  OperatorAnswer<C> extends { readonly data: readonly (infer Row)[] } ? Row : never;

export interface List<Row> {
  readonly rows: readonly Row[];
  readonly rowId: RowId<Row>;
  readonly isLoading: boolean;
  /** Why the list did not come. Rows that came before stay. */
  readonly error: ApiError | null;
  /** Fetches again, after an error or when the data is stale. */
  readonly again: () => void;
  /** Whether older rows follow. `more` fetches them. */
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  /** Whether the address begins the list behind its first row. `fromStart` goes there. */
  readonly isCut: boolean;
  readonly fromStart: () => void;
  /** How many rows have come since, and wait. `showNew` shows them. */
  readonly waiting: number;
  readonly showNew: () => void;
  /** When the server was heard last, in milliseconds since 1970 on this device's clock; null before. */
  readonly heardAt: number | null;
  /** Whether the data is stale; acts are disabled then. */
  readonly isStale: boolean;
  /** The address of the same list as a file, with its filters, from its first row; null where there is none. */
  readonly file: string | null;
}

type ListOptions<Row> = Identified<Row> & {
  /** Renewed as often, in milliseconds; never where it is left out. */
  readonly every?: number;
};

/**
 * A list by keyset pages: the first page by the filters in the address, then older rows on demand. It is polled: rows change in place, and
 * new rows wait until the operator asks for them, so nothing moves under the pointer.
 *
 * @param input the call's input without `cursor` and `limit`, made of the address
 */
export function useList<C extends ReadCall>(
  made: C,
  input: OperatorInput<C>,
  options: ListOptions<RowOf<C>>,
): List<RowOf<C>> {
  const { every } = options;
  const rowId = (options.rowId as RowId<RowOf<C>> | undefined) ?? idOf;
  type Row = RowOf<C>;
  const address = useAddress();
  const fetchPage = (cursor: string | null, signal: AbortSignal, isBackground = false) => {
    const { query } = input as Input;
    const paged = { ...query, limit: pageSize, ...(cursor !== null && { cursor }) };
    return exchange(made, { ...(input as Input), query: paged }, { signal, isBackground }) as Promise<Page>;
  };
  const key = [...keyOf(made, input), 'list'];
  const began = useBeginning(JSON.stringify(key), address.after);
  const listKey = [...key, began.after];
  const pages = useInfiniteQuery<Page, ApiError, InfiniteData<Page, string | null>, readonly unknown[], string | null>({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: began.after,
    getNextPageParam: ({ meta }) => meta.next,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const isCut = began.after !== null;
  const polled = useQuery<Page, ApiError>({
    queryKey: [...keyOf(made, input), 'news'],
    queryFn: ({ signal }) => fetchPage(null, signal, true),
    enabled: every !== undefined && !isCut && pages.isSuccess,
    staleTime: every ?? Infinity,
    refetchInterval: every ?? false,
  });
  const shown = (pages.data?.pages ?? []).flatMap(({ data }) => data) as Row[];
  const merged = mergeNews(shown, isCut ? null : ((polled.data?.data as Row[] | undefined) ?? null), rowId);
  const heardAt = Math.max(pages.dataUpdatedAt, polled.dataUpdatedAt) || null;

  function more() {
    if (!pages.hasNextPage || pages.isFetchingNextPage) return;
    // A link, and a reload, begin with the page that was asked for last.
    const next = pages.data?.pages.at(-1)?.meta.next;
    if (next) address.change({ after: next });
    void pages.fetchNextPage();
  }

  function showNew() {
    if (!polled.data) return;
    // The list shows at once what was polled: a skeleton in between would make the rows jump twice.
    queryClient.setQueryData(listKey, { pages: [polled.data], pageParams: [null] });
    address.change({ after: null });
  }

  return {
    rows: merged.rows,
    rowId,
    isLoading: pages.isPending,
    error: pages.error ?? polled.error,
    again: () => (pages.error ? void pages.refetch() : void polled.refetch()),
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    more,
    isCut,
    fromStart: () => {
      address.change({ after: null });
      began.forget();
    },
    waiting: merged.waiting,
    showNew,
    heardAt,
    file: hasFile(made) ? addressOfFile(made, input as Input) : null,
    isStale: shown.length > 0 && (polled.error !== null || pages.isRefetchError),
  };
}

/**
 * The cursor of the first row: that of the address when this list was first shown. Older rows change the address, and the list on the
 * screen still begins at this row.
 */
function useBeginning(list: string, after: string | null) {
  const [began, setBegan] = useState({ list, after });
  const now = began.list === list ? began : { list, after };
  if (now !== began) setBegan(now);
  return { after: now.after, forget: () => setBegan({ list, after: null }) };
}
