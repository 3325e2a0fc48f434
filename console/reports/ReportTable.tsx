import type { ReactNode } from 'react';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { words } from '#console/words/en/reports.ts';
import { isCode, isFigure, linkOf, writeCell, type Report, type ReportColumn } from './reports.ts';
import styles from './Reports.module.css';

interface ReportTableProps {
  readonly of: Report;
  /** The rows of all pages that have loaded. */
  readonly rows: Report['rows'];
  readonly end: ReactNode;
}

/** The rows and totals of a report. A plain table, because printed rows may wrap and break over pages. */
export function ReportTable({ of: { title, columns, totals }, rows, end }: ReportTableProps) {
  if (rows.length === 0) {
    return (
      <Panel>
        <Empty says={words.noActivity} />
      </Panel>
    );
  }
  return (
    <Panel>
      <Section bare>
        <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
          <table className={styles.table} aria-label={title}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" data-right={isFigure(column.type) || undefined}>
                    {column.head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {columns.map((column) => (
                    <ReportCell key={column.name} column={column} value={row[column.name]} />
                  ))}
                </tr>
              ))}
            </tbody>
            {totals && Object.keys(totals).length > 0 && (
              <tbody className={styles.total}>
                <tr>
                  {columns.map((column, index) =>
                    index === 0 && !(column.name in totals) ? (
                      <th key={column.name} scope="row">
                        {words.total}
                      </th>
                    ) : (
                      <ReportCell
                        key={column.name}
                        column={column}
                        value={column.name in totals ? totals[column.name] : ''}
                      />
                    ),
                  )}
                </tr>
              </tbody>
            )}
          </table>
        </div>
        {end}
      </Section>
    </Panel>
  );
}

interface ReportCellProps {
  readonly column: ReportColumn;
  readonly value: string | number | null | undefined;
}

function ReportCell({ column, value }: ReportCellProps) {
  const { name, type } = column;
  const to = linkOf(type, value);
  const text = writeCell(type, value, name);
  return (
    <td data-right={isFigure(type) || undefined} className={isCode(column) ? 'mono' : undefined}>
      {to && value !== '' ? <Opens to={to}>{text}</Opens> : text}
    </td>
  );
}
