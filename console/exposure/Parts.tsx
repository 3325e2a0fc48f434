import { betNames } from '#domain/bet-types.ts';
import { Balls } from '#console/kit/Balls.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Histogram, type Mark } from '#console/kit/Histogram.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { amount, percent } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/exposure.ts';
import { resultCount, type ExposureData } from './exposure-data.ts';
import { meanOf } from './Figures.tsx';

interface PartProps {
  readonly of: ExposureData;
}

/** A mark much further away than the worst case would press all bars into a corner. */
const farAway = 20;

/** How likely the draw pays how much, and a table of the same data. */
export function PayoutHistogram({ of: exposure, reserve }: PartProps & { readonly reserve: number | null }) {
  const { histogram } = words;
  const { mean, stakes, worst, quantiles, histogram: bars } = exposure;
  const named: readonly (readonly [value: number, name: string])[] = [
    [meanOf(mean), histogram.marks.mean],
    [stakes, histogram.marks.staked],
    [quantiles['0.999'], histogram.marks.rare],
    [worst.payout, histogram.marks.worst],
  ];
  // Values at the same place share one mark.
  const together = Map.groupBy(named, ([value]) => value);
  const marks: Mark[] = [...together]
    .filter(([value]) => value > 0)
    .map(([value, same]) => ({ value, label: `${same.map(([, name]) => name).join(', ')} ${amount(value)}` }));
  if (reserve !== null && reserve < worst.payout * farAway) {
    const tone = reserve < worst.payout ? 'bad' : 'quiet';
    marks.push({ value: reserve, label: `${histogram.marks.reserve} ${amount(reserve)}`, tone });
  }
  return (
    <Histogram
      title={histogram.title}
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
      <WorstTable of={worst} />
    </Panel>
  );
}

export function WorstTable({ of: worst }: { readonly of: ExposureData['worst'] }) {
  return (
    <Table
      label={words.worst.title}
      density={27}
      rows={worst.results}
      rowId={(result) => result.join('')}
      columns={[
        { key: 'order', head: words.worst.order, cell: (result) => <Balls of={result.map(Number)} /> },
        { key: 'paid', head: words.worst.paid, align: 'right', cell: () => amount(worst.payout) },
      ]}
    />
  );
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
      columns={[
        { key: 'name', head: byType.name, width: 96, whole: true, cell: ({ name }) => name },
        { key: 'tickets', align: 'right', width: 74, cell: ({ tickets }) => amount(tickets) },
        { key: 'staked', head: byType.staked, align: 'right', cell: ({ stakes }) => amount(stakes) },
        { key: 'worst', head: byType.worst, align: 'right', cell: ({ worst }) => amount(worst.payout) },
        { key: 'high', head: byType.high, align: 'right', cell: ({ quantiles }) => amount(quantiles['0.9999']) },
        {
          key: 'loss',
          head: byType.loss,
          align: 'right',
          width: 124,
          cell: ({ lossProbability }) => percent(lossProbability, 2),
        },
        {
          key: 'without',
          head: byType.without,
          align: 'right',
          width: 130,
          cell: ({ without }) => amount(without.worst.payout),
        },
      ]}
      total={{
        name: byType.all,
        tickets: amount(exposure.tickets),
        staked: amount(exposure.stakes),
        worst: amount(exposure.worst.payout),
        high: amount(exposure.quantiles['0.9999']),
        loss: percent(exposure.lossProbability, 2),
        without: '',
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
        [
          words.kept.digest,
          <span key="digest" className="mono" title={digest}>
            {digest.slice(0, 4)} {digest.slice(4, 8)} … {digest.slice(-4)}
          </span>,
        ],
        [words.kept.keptAt, <Time key="kept" at={keptAt} />],
        [words.kept.paid, paid === null ? words.kept.notPaid : `${amount(paid)} ${words.xof}`],
        paid === null
          ? null
          : [
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
