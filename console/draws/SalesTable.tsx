import { betTypes } from '#domain/bet-types.ts';
import type { ExposureData } from '#console/exposure/exposure-data.ts';
import { costColumns, costTotal } from '#console/exposure/Parts.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { words } from '#console/words/en/draws.ts';
import type { OpenedDraw } from './late.tsx';
import styles from './SalesTable.module.css';

type Sale = OpenedDraw['sales'][number];

interface SalesTableProps {
  readonly of: OpenedDraw;
  readonly exposure: ExposureData | undefined;
  /** Whether it stands beside the list of draws. */
  readonly isNarrow: boolean;
}

/** Each bet type of a draw: what it may cost while it is on sale, and afterwards what it has paid, against its rules. */
export function SalesTable({ of: draw, exposure, isNarrow }: SalesTableProps) {
  const { status, total, sales, stops } = draw;
  const { betColumns: heads } = words;
  const known = exposure && exposure.tickets > 0 ? exposure : undefined;
  const isStopped = (name: string) => stops.some((stop) => stop.endedAt === null && (stop.name ?? name) === name);
  const columns: readonly Column<Sale>[] = [
    { key: 'betType', width: 84, whole: true, cell: ({ name }) => name },
    { key: 'tickets', width: 64, amount: ({ tickets }) => tickets },
    { key: 'staked', width: 84, amount: ({ staked }) => staked, look: 'bold' },
    ...(status === 'open'
      ? [
          {
            key: 'stakes',
            head: heads.stakes,
            width: 110,
            whole: true,
            spare: true,
            cell: ({ staked }: Sale) => <Bar value={staked / total.staked} says={percent(staked / total.staked, 0)} />,
          },
          ...(known ? costColumns(known) : []),
          {
            key: 'sales',
            head: heads.sales,
            width: 84,
            whole: true,
            cell: ({ name }: Sale) => (
              <Status is={isStopped(name) ? 'wait' : 'run'}>{isStopped(name) ? words.stopped : heads.onSale}</Status>
            ),
          },
        ]
      : settledColumns),
  ];
  return (
    <Table
      label={words.byBetType}
      columns={columns}
      isNarrow={isNarrow}
      rows={sales}
      rowId={({ name }) => name}
      density={27}
      total={totalOf(draw, known)}
    />
  );
}

const settledColumns: readonly Column<Sale>[] = [
  { key: 'won', width: 56, amount: ({ won }) => won },
  { key: 'paid', width: 84, amount: ({ paid }) => paid },
  { key: 'net', head: words.columns.net, width: 84, difference: netOf },
  {
    key: 'share',
    width: 140,
    whole: true,
    cell: (sale) => (
      <Bar value={(sale.paid ?? 0) / sale.staked / 2} tick={rateOf(sale.name) / 2} says={shareOf(sale)} />
    ),
  },
  {
    key: 'rule',
    head: words.betColumns.rule,
    align: 'right',
    width: 64,
    spare: true,
    cell: ({ name }) => percent(rateOf(name)),
  },
];

interface BarProps {
  /** A share of the whole width. */
  readonly value: number;
  /** Where it was to be expected. */
  readonly tick?: number;
  readonly says: string;
}

function Bar({ value, tick, says }: BarProps) {
  return (
    <span className={styles.share}>
      <span className={styles.bar}>
        <i style={{ width: `${Math.min(1, value) * 100}%` }} />
        {tick !== undefined && <b style={{ left: `${tick * 100}%` }} />}
      </span>
      {says}
    </span>
  );
}

/** The stakes less the payouts; null while nothing is drawn. */
export function netOf({ paid, staked }: Pick<Sale, 'paid' | 'staked'>): number | null {
  return paid === null ? null : staked - paid;
}

/** The share of the stakes that was paid. */
export function shareOf({ paid, staked }: Pick<Sale, 'paid' | 'staked'>): string {
  return percent(paid === null || staked === 0 ? null : paid / staked);
}

/** The share of its stakes that a bet type gives back by the rules. */
export function rateOf(name: Sale['name']): number {
  const [part, whole] = betTypes[name].rtp;
  return part / whole;
}

function totalOf({ total }: OpenedDraw, exposure: ExposureData | undefined): Record<string, string> {
  return {
    betType: words.all,
    tickets: amount(total.tickets),
    staked: amount(total.staked),
    won: amount(total.won),
    paid: amount(total.paid),
    net: difference(netOf(total)),
    share: shareOf(total),
    ...(exposure && costTotal(exposure)),
  };
}
