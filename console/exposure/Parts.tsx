import { betNames, type BetName } from '#domain/bet-types.ts';
import { Balls } from '#console/kit/Balls.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Hash } from '#console/kit/Hash.tsx';
import { Histogram, type Mark } from '#console/kit/Histogram.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import type { ChartSize } from '#console/kit/Picture.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount, difference, percent, shortAmount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/exposure.ts';
import { resultCount, type ExposureData } from './exposure-data.ts';
import { meanOf } from './Figures.tsx';

interface PartProps {
  readonly of: ExposureData;
}

/** A mark much further away than the worst case would press all bars into a corner. */
const farAway = 20;

interface PayoutHistogramProps extends PartProps {
  readonly reserve: number | null;
  /** The cap on the worst case of this draw; null without one. */
  readonly cap?: number | null;
  readonly size?: ChartSize;
  readonly tableKey?: string;
}

/** How likely the draw pays how much, and a table of the same data. */
export function PayoutHistogram({ of: exposure, reserve, cap = null, size, tableKey }: PayoutHistogramProps) {
  const { histogram } = words;
  const { mean, stakes, worst, quantiles, histogram: bars, kept } = exposure;
  const paid = kept?.paid ?? null;
  const named: readonly (readonly [value: number, name: string])[] = [
    ...(paid === null ? [[meanOf(mean), histogram.marks.mean] as const] : [[paid, histogram.marks.paid] as const]),
    [stakes, histogram.marks.staked],
    [quantiles['0.999'], histogram.marks.rare],
    [worst.payout, histogram.marks.worst],
  ];
  // Values at the same place share one mark.
  const together = Map.groupBy(named, ([value]) => value);
  const marks: Mark[] = [...together]
    .filter(([value]) => value > 0)
    .map(([value, same]) => ({ value, label: `${same.map(([, name]) => name).join(', ')} · ${amount(value)}` }));
  if (reserve !== null && reserve < worst.payout * farAway) {
    const tone = reserve < worst.payout ? 'bad' : 'quiet';
    marks.push({ value: reserve, label: `${histogram.marks.reserve} ${amount(reserve)}`, tone });
  }
  if (cap !== null && cap < worst.payout * farAway) {
    marks.push({ value: cap, label: `${histogram.marks.cap} ${shortAmount(cap)}`, tone: 'bad' });
  }
  return (
    <Histogram
      {...(size && { size })}
      tableKey={tableKey}
      title={paid === null ? histogram.title : histogram.titlePaid}
      bins={(bars?.bars ?? []).map(({ from, to, results }) => ({ from, to, count: results, isDark: from > stakes }))}
      nothing={bars?.nothing ?? 0}
      whole={resultCount}
      marks={marks}
      names={{ nothing: histogram.nothing, pale: histogram.pale, dark: histogram.dark }}
      axes={{ count: histogram.count, chance: histogram.chance, value: histogram.value }}
    />
  );
}

/** The results in which the draw costs most. */
export function WorstResults({ of: { worst } }: PartProps) {
  return (
    <Panel title={words.worst.title} end={words.worst.end(amount(worst.results.length), amount(worst.count))}>
      <Scroll>
        <Table
          label={words.worst.title}
          density={27}
          rows={worst.results}
          rowId={(result) => result.join('')}
          heads={words.worst}
          columns={[
            { key: 'order', cell: (result) => <Balls of={result.map(Number)} /> },
            { key: 'pays', width: 110, amount: () => worst.payout },
          ]}
        />
      </Scroll>
    </Panel>
  );
}

const chances = [
  ['0.5', 2],
  ['0.99', 100],
  ['0.999', 1_000],
  ['0.9999', 10_000],
] as const;

/** How much the draw pays once in so many times, and what that leaves to the house. */
export function HowOften({ of: { stakes, quantiles, worst } }: PartProps) {
  const { often } = words;
  return (
    <Panel title={often.title} end={words.xof}>
      <Table
        label={often.title}
        density={27}
        rows={chances}
        rowId={([share]) => share}
        heads={often}
        columns={[
          { key: 'chance', cell: ([, times]) => often.oneIn(amount(times)) },
          { key: 'pays', width: 120, amount: ([share]) => quantiles[share] },
          { key: 'house', width: 110, difference: ([share]) => stakes - quantiles[share] },
        ]}
        total={{ chance: often.worst, pays: amount(worst.payout), house: difference(stakes - worst.payout) }}
      />
    </Panel>
  );
}

/** The costs of each bet type, and of the draw without it. */
export function costColumns({ byType }: ExposureData): readonly Column<{ readonly name: BetName }>[] {
  const heads = words.byType;
  return [
    { key: 'worst', head: heads.worst, amount: ({ name }) => byType[name].worst.payout },
    {
      key: 'without',
      head: heads.without,
      width: 130,
      spare: true,
      amount: ({ name }) => byType[name].without.worst.payout,
    },
    {
      key: 'loss',
      head: heads.loss,
      align: 'right',
      width: 124,
      cell: ({ name }) => percent(byType[name].lossProbability, 2),
    },
  ];
}

/** The cells of the whole draw, for the row of totals. */
export function costTotal({ worst, lossProbability }: ExposureData) {
  return { worst: amount(worst.payout), without: '', loss: percent(lossProbability, 2) };
}

/** Each bet type alone, and the worst case of all others. */
export function ByType({ of: exposure }: PartProps) {
  const rows = betNames.map((name) => ({ name, ...exposure.byType[name] })).filter(({ tickets }) => tickets > 0);
  const { byType } = words;
  return (
    <Table
      label={byType.title}
      density={27}
      rows={rows}
      rowId={({ name }) => name}
      heads={byType}
      columns={[
        { key: 'betType', width: 96, whole: true, cell: ({ name }) => name },
        { key: 'tickets', width: 74, amount: ({ tickets }) => tickets },
        { key: 'staked', amount: ({ stakes }) => stakes },
        { key: 'high', amount: ({ quantiles }) => quantiles['0.9999'] },
        ...costColumns(exposure),
      ]}
      total={{
        betType: byType.all,
        tickets: amount(exposure.tickets),
        staked: amount(exposure.stakes),
        high: amount(exposure.quantiles['0.9999']),
        ...costTotal(exposure),
      }}
    />
  );
}

/** The stored exposure of a sealed draw from before its result was known, and the place of its payout in it. */
export function KeptFacts({ of: kept }: { readonly of: NonNullable<ExposureData['kept']> }) {
  const { digest, keptAt, paid, below, equal, place, agrees } = kept;
  return (
    <Facts
      of={[
        [words.kept.digest, <Hash key="digest" of={digest} />],
        [words.kept.keptAt, <Time key="kept" at={keptAt} />],
        [words.kept.paid, paid === null ? words.kept.notPaid : `${amount(paid)} ${words.xof}`],
        paid !== null && [
          words.kept.place,
          place === null
            ? words.kept.noPlace
            : `${words.kept.placed(amount(below), amount(equal))} · ${words.kept.share(percent(place, 2))}`,
        ],
        [
          words.kept.checked,
          <Status key="agrees" is={agrees ? 'ok' : 'bad'}>
            {agrees ? words.kept.agrees : words.kept.differs}
          </Status>,
        ],
      ]}
    />
  );
}
