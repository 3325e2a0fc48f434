import { useState, type ReactNode } from 'react';
import { words } from '#console/words/en/charts.ts';
import { Button } from './Button.tsx';
import styles from './Chart.module.css';
import { Panel, Scroll, Section } from './Panel.tsx';
import type { RowId } from './row-id.ts';
import { Table, type TableProps } from './Table.tsx';

interface ChartPanelProps<Row, Heads> extends Omit<TableProps<Row, Heads>, 'label' | 'density'> {
  readonly rowId: RowId<Row>;
  readonly title: string;
  /** The meaning of the colours, in the head: there is no legend box. */
  readonly keys: ReactNode;
  /** Chooses what the chart shows, such as its period. */
  readonly choice?: ReactNode;
  /** The key that goes between picture and table, on a screen whose main chart it is. */
  readonly tableKey?: string | undefined;
  /** Shown as a section of a panel, and not as a panel of its own. */
  readonly inside?: boolean;
  readonly above?: ReactNode;
  readonly picture: ReactNode;
}

/** A chart, and a table of the same data. */
export function ChartPanel<Row, Heads = unknown>({
  title,
  keys,
  choice,
  tableKey,
  inside = false,
  above,
  picture,
  ...table
}: ChartPanelProps<Row, Heads>) {
  const [isTable, setIsTable] = useState(false);
  const Frame = inside ? Section : Panel;
  return (
    <Frame
      title={title}
      end={
        <>
          <span className={styles.keys}>{keys}</span>
          {choice}
          <Button size="head" {...(tableKey !== undefined && { keys: tableKey })} onPress={() => setIsTable(!isTable)}>
            {isTable ? words.picture : words.table}
          </Button>
        </>
      }
    >
      {above && <div className={styles.above}>{above}</div>}
      {/* The table takes the place and the height of the picture. */}
      <div className={styles.place} tabIndex={0} role="group" aria-label={title}>
        <div className={isTable ? styles.hidden : undefined}>{picture}</div>
        {isTable && (
          <div className={styles.over}>
            <Scroll>
              <Table label={title} density={25} {...table} />
            </Scroll>
          </div>
        )}
      </div>
    </Frame>
  );
}
