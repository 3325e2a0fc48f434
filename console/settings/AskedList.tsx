import type { ReactNode } from 'react';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';

interface AskedListProps<Row extends { readonly id: string }, Heads> {
  /** The call of the list, all of which comes at once. */
  readonly of: {
    readonly data: { readonly data: readonly Row[] } | undefined;
    readonly error: unknown;
    readonly isRefetchError: boolean;
    readonly refetch: () => unknown;
  };
  readonly words: Readonly<Record<'label' | 'make' | 'failed' | 'none' | 'noneMore', string>> & {
    readonly columns: Heads;
  };
  readonly columns: readonly Column<Row, NoInfer<Heads>>[];
  /** Opens the sheet that asks for a new one; left out for who may not. */
  readonly onMake: (() => void) | false;
  readonly one: (row: Row, isStale: boolean) => ReactNode;
}

/** The keys or endpoints of programs outside: a list with one open beside it. A new one is asked for by one and approved by another. */
export function AskedList<Row extends { readonly id: string }, Heads>({
  of: { data, error, isRefetchError, refetch },
  words,
  columns,
  onMake,
  one,
}: AskedListProps<Row, Heads>) {
  const { open, change } = useAddress();
  const rows = data?.data ?? [];
  const opened = rows.find(({ id }) => id === open);
  return (
    <Split
      list={
        <Panel
          title={words.label}
          fills
          isStale={isRefetchError}
          end={
            onMake && (
              <Button size="head" writes onPress={onMake}>
                {words.make}
              </Button>
            )
          }
        >
          {error !== null && <Problem error={error} what={words.failed} again={() => void refetch()} />}
          {data && rows.length === 0 ? (
            <Empty says={words.none}>
              <p className="quiet">{words.noneMore}</p>
            </Empty>
          ) : (
            <Scroll>
              <Table
                label={words.label}
                rows={error === null ? data?.data : rows}
                open={open}
                onOpen={(id) => change({ open: id })}
                heads={words.columns}
                columns={columns}
              />
            </Scroll>
          )}
        </Panel>
      }
      beside={opened ? one(opened, isRefetchError) : null}
    />
  );
}
