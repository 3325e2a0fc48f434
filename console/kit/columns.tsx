import type { ReactNode } from 'react';
import type { Francs } from '#domain/money.ts';
import { Opens } from './Figure.tsx';
import { amount, difference, none } from '#console/values/amounts.ts';
import { Time, type TimeProps } from '#console/values/Time.tsx';
import { words } from '#console/words/en/kit.ts';

/** The keys of texts among words, which also hold sentences that are made of values. */
type TextKey<Words> = { [Key in keyof Words & string]: Words[Key] extends string ? Key : never }[keyof Words & string];

/**
 * Names the column, also its order in the address, where it has one; and its quiet head. A key has its head in the words of its list, or
 * in those of the kit, which many lists share. An empty head is for a column of buttons.
 */
type Name<Heads> =
  | { readonly key: string; readonly head: ReactNode }
  | { readonly key: TextKey<Heads> | keyof typeof words.columns; readonly head?: undefined };

type Look = 'bold' | 'quiet' | 'mono';

/** A cell, or the value of one that many lists write alike. Without a value it is a dash. */
type Cell<Row> =
  | { readonly cell: (row: Row) => ReactNode }
  /** Francs or a count, on the right. */
  | { readonly amount: (row: Row) => Francs | null | undefined }
  /** Francs with their sign, on the right. */
  | { readonly difference: (row: Row) => Francs | null | undefined }
  | { readonly time: (row: Row) => TimeProps['at'] | null | undefined; readonly show?: TimeProps['show'] };

/**
 * @typeParam Heads the words of the list, in which a column without a `head` has it under its key: `heads` of the table
 */
export type Column<Row, Heads = unknown> = Name<Heads> &
  Cell<Row> & {
    /** How the cell is written, where it is not plain. */
    readonly look?: Look;
    /** The address that the cell opens. */
    readonly to?: (row: Row) => string;
    /** Figures are on the right. */
    readonly align?: 'right';
    /** A width in px; the columns without one share the rest. */
    readonly width?: number;
    /** Never cut, like figures and moments: a phone, the author, the chosen value. For short texts. */
    readonly whole?: boolean;
    /** Left out while an open row beside shows it, and in a narrow window: the other columns need the room. */
    readonly spare?: boolean;
    /** Whether a press on the head orders by it, through `order` in the address. */
    readonly orders?: boolean;
    /** The filter of *only these* and *not these*: the name in the address, and this row's value. */
    readonly filter?: { readonly name: string; readonly value: (row: Row) => string };
    /** The text for *copy*, where it is not the text of the cell. */
    readonly copy?: (row: Row) => string;
    /** In place of the cell in a row of a phone. */
    readonly folded?: (row: Row) => ReactNode;
  };

const shared: Readonly<Record<string, ReactNode>> = words.columns;

/** A column with its head and its cell, whatever short form it had. */
export interface PlainColumn<Row> extends Pick<
  Column<Row>,
  'align' | 'width' | 'whole' | 'spare' | 'orders' | 'filter' | 'copy' | 'folded'
> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
}

/** @param heads the words of the list, if it has heads of its own */
export function plainColumn<Row, Heads>(column: Column<Row, Heads>, heads: Heads | undefined): PlainColumn<Row> {
  const { key, look, to } = column;
  const own = heads as typeof shared | undefined;
  const isFigure = 'amount' in column || 'difference' in column;
  const cell = cellOf(column);
  return {
    ...column,
    head: column.head ?? own?.[key] ?? shared[key],
    ...(isFigure && { align: 'right' }),
    cell: (row) => {
      const shown = look ? dress(cell(row), look) : cell(row);
      return to ? <Opens to={to(row)}>{shown}</Opens> : shown;
    },
  };
}

function cellOf<Row>(column: Cell<Row>): (row: Row) => ReactNode {
  if ('amount' in column) return (row) => amount(column.amount(row));
  if ('difference' in column) return (row) => difference(column.difference(row));
  if (!('time' in column)) return column.cell;
  return (row) => {
    const at = column.time(row);
    return at == null ? none : <Time at={at} {...(column.show && { show: column.show })} />;
  };
}

/** Nothing stays nothing: a row of a phone leaves out what is empty. */
function dress(cell: ReactNode, look: Look): ReactNode {
  if (cell == null || cell === false || cell === '') return cell;
  return look === 'bold' ? <b>{cell}</b> : <span className={look}>{cell}</span>;
}
