import type { ComponentProps, ReactNode } from 'react';
import { ListFile } from './ListFile.tsx';
import { Panel } from './Panel.tsx';
import { Split } from './Split.tsx';
import { ListTable } from './Table.tsx';

type ListPanelProps<Row, Heads> = Omit<ComponentProps<typeof ListTable<Row, Heads>>, 'opens'> & {
  /** The head of its panel, which has the list's file too; a list below its filters has none. */
  readonly title?: string;
  /** The buttons in the head. */
  readonly acts?: ReactNode;
  /** The item that is open beside, null while none is; left out where no row opens. */
  readonly beside?: ReactNode;
  /** The size of `Split`. */
  readonly size?: NonNullable<ComponentProps<typeof Split>['size']>;
};

/** A list of the API that takes the rest of the screen, with one of its rows open beside. */
export function ListPanel<Row, Heads = unknown>({ title, acts, beside, size, ...table }: ListPanelProps<Row, Heads>) {
  const head = title !== undefined && {
    title,
    end: (
      <>
        <ListFile of={table.list} size="head" />
        {acts}
      </>
    ),
  };
  const list = (
    <Panel fills {...head}>
      <ListTable {...table} opens={beside !== undefined} />
    </Panel>
  );
  return beside === undefined ? list : <Split list={list} beside={beside} {...(size && { size })} />;
}
