import { Fragment, useContext, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#ui/classNames.ts';
import { plainColumn, type Column, type PlainColumn } from './columns.tsx';
import { CellMenu, type CellMenuState } from './CellMenu.tsx';
import { useKeys, type KeyBinding } from './keys.ts';
import { Problem } from './Problem.tsx';
import { StaleBar } from './StaleBar.tsx';
import { StaleContext } from './stale.ts';
import styles from './Table.module.css';
import { idOf, type RowId, type WithId } from './row-id.ts';
import type { List } from './useList.ts';
import { useNarrow } from './useNarrow.ts';
import { useNear } from './useNear.ts';
import { useAddress, type AddressState } from './useAddress.ts';
import { amount } from '#console/values/amounts.ts';
import { readFilter, writeFilter } from './address.ts';
import { words } from '#console/words/en/kit.ts';

export type { Column } from './columns.tsx';

/**
 * The keys of the columns in a row of a phone, which has two lines of two: the subject and its figure, the rest and how it stands. Several
 * keys of one place have spaces between them.
 */
export type Fold = readonly [lead: string, figure: string, below: string, status: string];

interface RowKey<Row> extends Pick<KeyBinding, 'keys' | 'says'> {
  readonly run: (row: Row) => void;
}

interface ShownProps<Row, Heads> {
  /** The table's name, for screen readers that do not reach its panel's head. */
  readonly label: string;
  readonly columns: readonly Column<Row, NoInfer<Heads>>[];
  /** The words that hold the heads of its own columns, by their keys. */
  readonly heads?: Heads;
  /** Undefined until there is an answer. */
  readonly rows: readonly Row[] | undefined;
  /** 32 px; 44 where a row has two lines; 27 in summaries; 25 in small tables. */
  readonly density?: 44 | 32 | 27 | 25;
  /** The group of a row: a head stands above the first row of each. */
  readonly groupOf?: (row: Row) => string;
  /** The open row. */
  readonly open?: string | null;
  /** A press on a row, and Enter. */
  readonly onOpen?: (id: string, row: Row) => void;
  /** The keys of the row at which the arrows stand, in place of those that open it and lead to the rows beside it. */
  readonly rowKeys?: readonly RowKey<Row>[];
  /** The last row, sunken and bold: the cells by column. Its label names the figure that its sum has to equal. */
  readonly total?: Readonly<Record<string, ReactNode>>;
  /** Below the rows, quiet. */
  readonly end?: ReactNode;
  /** In place of the rows, where there are none. */
  readonly none?: ReactNode;
  readonly fold?: Fold;
  /** How many rows of the final height stand there before there is an answer. */
  readonly skeleton?: number;
}

export interface TableProps<Row, Heads> extends ShownProps<Row, Heads> {
  readonly rowId?: RowId<Row>;
  /** Whether it leaves out its spare columns, because it stands beside a list or beside what it opened. */
  readonly isNarrow?: boolean;
}

/** Loaded rows, or a skeleton of them; `ListTable` is for a list of the API. */
export function Table<Row extends WithId, Heads = unknown>(props: TableProps<Row, Heads>): ReactNode;
export function Table<Row, Heads = unknown>(props: TableProps<Row, Heads> & { readonly rowId: RowId<Row> }): ReactNode;
export function Table<Row, Heads>({ columns, heads, fold, total, isNarrow = false, ...props }: TableProps<Row, Heads>) {
  const room = useRoom({ columns, heads, fold, total }, isNarrow);
  return <Body {...props} {...room} rowId={props.rowId ?? idOf} address={null} />;
}

/** The columns that there is room for: on a phone one, with the cells of the others. */
function useRoom<Row, Heads>({ columns: given, heads, fold, total }: Room<Row, Heads>, isNarrow: boolean) {
  const isPhone = useNarrow('phone');
  const columns = given.map((column) => plainColumn(column, heads));
  if (!isPhone || !fold) {
    return { columns: isNarrow ? columns.filter(({ spare }) => !spare) : columns, ...(total && { total }) };
  }
  const row = (cellOf: (column: PlainColumn<Row>) => ReactNode) => <FoldedRow {...{ columns, fold, cellOf }} />;
  const one: PlainColumn<Row> = { key: 'row', head: '', cell: (of) => row(({ cell, folded = cell }) => folded(of)) };
  return { columns: [one], ...(total && { total: { row: row(({ key }) => total[key]) } }) };
}

interface Room<Row, Heads> extends Pick<ShownProps<Row, Heads>, 'columns'> {
  readonly heads: Heads | undefined;
  readonly fold: Fold | undefined;
  readonly total: ShownProps<Row, Heads>['total'] | undefined;
}

interface BodyProps<Row> extends Omit<ShownProps<Row, unknown>, 'columns' | 'heads' | 'fold'> {
  readonly columns: readonly PlainColumn<Row>[];
  readonly rowId: RowId<Row>;
  /** The address that orders and filters it, where it has one. */
  readonly address: AddressState | null;
  /** Whether the arrows move in it without the focus: one table of a screen has them. */
  readonly isMain?: boolean;
  readonly onEnd?: () => void;
}

function Body<Row>({
  label,
  columns,
  rows: given,
  rowId,
  density = 32,
  groupOf,
  open = null,
  onOpen,
  rowKeys,
  total,
  end: below,
  none,
  skeleton = 2,
  address,
  isMain = false,
  onEnd,
}: BodyProps<Row>) {
  const rows = given ?? [];
  const end = given?.length === 0 && none ? none : below;
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const [cellMenu, setCellMenu] = useState<CellMenuState | null>(null);
  const [columnAt, setColumnAt] = useState<string | null>(null);
  const filterable = columns.filter(({ filter }) => filter && address);
  const column = filterable.find(({ key }) => key === columnAt) ?? filterable[0];
  const index = rows.findIndex((row) => rowId(row) === (at ?? open));
  const row = rows[index];
  const pieces = useNear(table, rows.length, index);
  const isCut = pieces.length < rows.length;
  const firstShown = pieces.find((piece) => 'row' in piece)?.row;

  function focusRow(next: number) {
    const target = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (!target) return;
    // It jumps there: the row is not in the page yet if the view is far from it.
    flushSync(() => setAt(rowId(target)));
    if (next >= rows.length - 2) onEnd?.();
    const element = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId(target))}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  }
  function openAt(next: number) {
    const target = rows[next];
    if (!target || !onOpen) return;
    setAt(rowId(target));
    onOpen(rowId(target), target);
  }
  function filterBy(how: 'only' | 'not', by = column, of = row) {
    if (!by?.filter || !of || !address) return;
    const { name, value } = by.filter;
    const now = readFilter(address.filters[name] ?? '');
    const values = how === 'not' && now.isNot ? [...new Set([...now.values, value(of)])] : [value(of)];
    address.change({ filters: { [name]: writeFilter({ isNot: how === 'not', values }) } });
  }
  function moveColumn(by: number) {
    const next = filterable[filterable.findIndex((one) => one === column) + by];
    if (next) setColumnAt(next.key);
  }

  const open1 = rows.findIndex((one) => rowId(one) === open);
  useKeys(
    isMain && rows.length > 0
      ? [
          { keys: 'ArrowUp', says: words.keys.move, run: () => focusRow(index < 0 ? 0 : index - 1), foot: true },
          { keys: 'ArrowDown', says: words.keys.move, run: () => focusRow(index + 1), foot: true },
          ...(rowKeys ?? []).map(({ run, ...shown }) => ({
            ...shown,
            run: () => run(rows[Math.max(0, index)]!),
            foot: true,
          })),
          ...(onOpen && !rowKeys
            ? [
                { keys: 'Enter', says: words.keys.open, run: () => openAt(Math.max(0, index)), foot: true },
                { keys: '[', says: words.keys.beside, run: () => openAt(Math.max(0, open1 - 1)), foot: true },
                {
                  keys: ']',
                  says: words.keys.beside,
                  run: () => openAt(Math.min(rows.length - 1, open1 + 1)),
                  foot: true,
                },
              ]
            : []),
          ...(filterable.length > 0
            ? [
                { keys: 'f', says: words.keys.only, run: () => filterBy('only'), foot: true },
                { keys: 'x', says: words.keys.not, run: () => filterBy('not'), foot: true },
                { keys: 'ArrowLeft', says: words.keys.cell, run: () => moveColumn(-1) },
                { keys: 'ArrowRight', says: words.keys.cell, run: () => moveColumn(1) },
              ]
            : []),
          { keys: 'Home', says: words.keys.firstRow, run: () => focusRow(0) },
          { keys: 'End', says: words.keys.lastRow, run: () => focusRow(rows.length - 1) },
        ]
      : [],
  );

  function onRowClick(event: MouseEvent, clicked: Row) {
    // A link or button in the row does its own work, and marking text does not open anything.
    if ((event.target as Element).closest('a, button, input') || getSelection()?.isCollapsed === false) return;
    setAt(rowId(clicked));
    onOpen?.(rowId(clicked), clicked);
  }

  function onContextMenu(event: MouseEvent, of: Row) {
    const cell = (event.target as Element).closest('td');
    const fromKeyboard = event.button !== 2 || cell === null;
    const by = fromKeyboard ? column : columns.find(({ key }) => key === cell?.dataset.column);
    if (!by) return;
    event.preventDefault();
    const element =
      cell ?? table.current?.querySelector(`[data-row="${CSS.escape(rowId(of))}"] [data-column="${by.key}"]`);
    if (!element) return;
    setAt(rowId(of));
    const show = () =>
      setCellMenu({
        anchor: element,
        text: by.copy?.(of) ?? element.textContent ?? '',
        filter: by.filter && address ? (how) => filterBy(how, by, of) : null,
      });
    // While the button is still down, releasing it would close the menu at once.
    if (event.buttons === 0) show();
    else addEventListener('mouseup', show, { once: true });
  }

  return (
    <>
      <table
        ref={table}
        className={styles.table}
        data-density={density}
        aria-label={label}
        aria-rowcount={isCut ? rows.length + 1 : undefined}
      >
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} width={width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((one) => (
              <Head key={one.key} column={one} address={address} />
            ))}
          </tr>
        </thead>
        <tbody>
          {pieces.map((piece) => {
            if (!('row' in piece)) {
              return (
                <tr key={`from ${piece.from}`} aria-hidden className={styles.gap}>
                  <td colSpan={columns.length} style={{ height: `${piece.height}px` }} />
                </tr>
              );
            }
            const one = rows[piece.row]!;
            const id = rowId(one);
            const isAt = id === at;
            const isOpen = id === open;
            const group = groupOf?.(one);
            const before = rows[piece.row - 1];
            return (
              <Fragment key={id}>
                {group !== undefined && (!before || groupOf!(before) !== group) && (
                  <tr className={styles.group}>
                    <th scope="rowgroup" colSpan={columns.length}>
                      {group}
                    </th>
                  </tr>
                )}
                <tr
                  data-row={id}
                  className={classNames((isOpen || (isAt && open === null)) && styles.on, onOpen && styles.opens)}
                  aria-current={isOpen ? 'true' : undefined}
                  aria-rowindex={isCut ? piece.row + 2 : undefined}
                  tabIndex={onOpen || isMain ? (isAt || (at === null && piece.row === firstShown) ? 0 : -1) : undefined}
                  onFocus={() => setAt(id)}
                  onClick={(event) => onRowClick(event, one)}
                  onContextMenu={(event) => onContextMenu(event, one)}
                >
                  {columns.map(({ key, align, whole, cell }) => (
                    <td
                      key={key}
                      data-column={key}
                      data-at={isAt && key === columnAt ? '' : undefined}
                      className={classNames(align === 'right' && styles.right, whole && styles.whole)}
                    >
                      {cell(one)}
                    </td>
                  ))}
                </tr>
              </Fragment>
            );
          })}
          {Array.from({ length: given ? 0 : skeleton }, (_, line) => (
            <tr key={line} aria-hidden>
              {columns.map(({ key, align }, place) => (
                <td
                  key={key}
                  className={classNames(styles.bone, align === 'right' && styles.right)}
                  data-long={(line * 2 + place * 3) % 5}
                />
              ))}
            </tr>
          ))}
          {total && (
            <tr className={styles.total}>
              {columns.map(({ key, align, whole }) => (
                <td key={key} className={classNames(align === 'right' && styles.right, whole && styles.whole)}>
                  {total[key]}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {end && <div className={styles.end}>{end}</div>}
      {cellMenu && <CellMenu {...cellMenu} onClose={() => setCellMenu(null)} />}
    </>
  );
}

function Head<Row>({ column, address }: { readonly column: PlainColumn<Row>; readonly address: AddressState | null }) {
  const { key, head, align, orders } = column;
  const className = align === 'right' ? styles.right : undefined;
  if (head === '') return <td className={className} />;
  if (!orders || !address) {
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    );
  }
  const way = address.order === key ? 'ascending' : address.order === `-${key}` ? 'descending' : 'none';
  const next = way === 'descending' ? key : way === 'ascending' ? null : `-${key}`;
  return (
    <th scope="col" className={className} aria-sort={way}>
      <button type="button" className={styles.order} onClick={() => address.change({ order: next })}>
        {head}
        <span aria-hidden>{way === 'none' ? '' : way === 'ascending' ? '↑' : '↓'}</span>
      </button>
    </th>
  );
}

interface FoldedRowProps<Row> {
  readonly columns: readonly PlainColumn<Row>[];
  readonly fold: Fold;
  readonly cellOf: (column: PlainColumn<Row>) => ReactNode;
}

function FoldedRow<Row>({ columns, fold, cellOf }: FoldedRowProps<Row>) {
  const [lead, figure, below, status] = fold.map((keys) =>
    keys
      .split(' ')
      .flatMap((key) => columns.filter((column) => column.key === key))
      .map((column) => ({ key: column.key, cell: cellOf(column) }))
      .filter(({ cell }) => cell === 0 || Boolean(cell))
      .map(({ key, cell }, index) => (
        <Fragment key={key}>
          {index > 0 && ' · '}
          {cell}
        </Fragment>
      )),
  );
  return (
    <div className={styles.folded}>
      <b>{lead}</b>
      <b>{figure}</b>
      <span className="quiet">{below}</span>
      <span>{status}</span>
    </div>
  );
}

interface ListTableProps<Row, Heads> extends Omit<ShownProps<Row, Heads>, 'rows' | 'skeleton' | 'open' | 'onOpen'> {
  readonly list: List<Row>;
  readonly fold: Fold;
  /** Whether a row opens beside, through `open` in the address. */
  readonly opens?: boolean;
  /** Replaces the act of a press on a row, and of Enter. */
  readonly onOpen?: (id: string, row: Row) => void;
  /** The link to the first row where the address begins behind it, if the newest is not first. */
  readonly before?: string;
  /** Shown in place of the rows when there are none: an `Empty`. */
  readonly empty?: ReactNode;
}

/**
 * A list of the API as the table of the screen: arrow keys move in it, it opens a row beside through the address,
 * fetches older rows at its end, and shows its state: skeleton, empty, stale, failed.
 */
export function ListTable<Row, Heads = unknown>({
  list,
  columns,
  heads,
  opens = true,
  before,
  empty,
  end,
  fold,
  total,
  ...props
}: ListTableProps<Row, Heads>) {
  const address = useAddress();
  const isNarrow = useNarrow();
  const room = useRoom({ columns, heads, fold, total }, address.open !== null || isNarrow);
  const onEnd = list.hasMore && !list.isLoadingMore ? list.more : undefined;
  const isEmpty = !list.isLoading && list.error === null && list.rows.length === 0;
  const wasStale = useContext(StaleContext);
  useKeys([
    ...(list.waiting > 0 ? [{ keys: 'n', says: words.keys.showNew, run: list.showNew, foot: true }] : []),
    ...(address.open === null
      ? []
      : [{ keys: 'Escape', says: words.keys.close, run: () => address.change({ open: null }) }]),
  ]);
  const shown = amount(list.rows.length);
  const how = list.hasMore || list.isLoadingMore ? words.olderFollow : list.isCut ? words.lastOnes : words.all;
  const end1 = end ?? how(shown);
  return (
    <div className={styles.list}>
      {list.error !== null && list.rows.length === 0 && (
        <Problem error={list.error} what={words.listFailed} again={list.again} />
      )}
      {list.isStale && <StaleBar heardAt={list.heardAt} again={list.again} />}
      {list.isCut && (
        <button type="button" className={styles.cut} onClick={list.fromStart}>
          {before ?? words.newerBefore}
        </button>
      )}
      {isEmpty ? (
        empty
      ) : (
        <Scroller onEnd={onEnd} isStale={list.isStale}>
          <StaleContext value={wasStale || list.isStale}>
            {list.error !== null && list.rows.length === 0 ? null : (
              <Body
                {...props}
                {...room}
                rowId={list.rowId}
                rows={list.isLoading ? undefined : list.rows}
                skeleton={24}
                end={list.isLoading ? undefined : end1}
                address={address}
                isMain
                open={address.open}
                {...(opens && { onOpen: (id: string) => address.change({ open: id }) })}
                {...(onEnd && { onEnd })}
              />
            )}
          </StaleContext>
        </Scroller>
      )}
    </div>
  );
}

interface ScrollerProps {
  readonly onEnd: (() => void) | undefined;
  readonly isStale: boolean;
  readonly children: ReactNode;
}

/** Scrolls the rows below their head, and fetches older ones before the end is visible. */
function Scroller({ onEnd, isStale, children }: ScrollerProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!onEnd || !end.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEnd(), { rootMargin: '300px' });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [onEnd]);
  return (
    <div className={classNames(styles.scroll, isStale && styles.stale)}>
      {children}
      <div ref={end} className={styles.mark} />
    </div>
  );
}
