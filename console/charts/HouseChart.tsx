import { useState } from 'react';
import { getHouseResults } from '#contract/calls/operator/draws.ts';
import { useApi } from '#console/api/queries.ts';
import { Choice } from '#console/kit/Fields.tsx';
import { named } from '#console/kit/named.ts';
import { useNarrow } from '#console/kit/useNarrow.ts';
import { amount, difference } from '#console/values/amounts.ts';
import { formatClock, formatWeekday } from '#console/values/time.ts';
import { words } from '#console/words/en/report-charts.ts';
import { BarChart } from './BarChart.tsx';

const every = 30_000;
const spans = ['hours', 'day', 'week'] as const;

interface HouseChartProps {
  /** In a panel, below the head, of the last hours alone. */
  readonly inside?: boolean;
}

/** The house's net result in the last draws: by five minutes in the last eight hours, by quarters of an hour today, by two hours in seven days. */
export function HouseChart({ inside = false }: HouseChartProps) {
  const [span, setSpan] = useState<(typeof spans)[number]>('hours');
  const { data } = useApi(getHouseResults, { query: { span } }, { refetchInterval: every });
  const isNarrow = useNarrow();
  if (!data) return null;
  const parts = data.data;
  const sum = (of: 'net' | 'draws' | 'below') => parts.reduce((all, part) => all + part[of], 0);
  const said = [words.spans[span], difference(sum('net')), amount(sum('below')), amount(sum('draws'))] as const;
  return (
    <BarChart
      title={words.house}
      says={words.houseSays(...said)}
      inside={inside}
      size={
        // In a narrow window the newest draws would be beside it, out of sight.
        inside ? { width: 580, height: 90 } : { width: isNarrow ? 768 : 1_160, height: 130 }
      }
      head={words.from}
      keys={words.houseSum(...said)}
      choice={
        !inside && <Choice label={words.last} value={span} options={named(words.spans, spans)} onChange={setSpan} />
      }
      series={[{ name: words.net, tone: 'sign' }]}
      bars={parts.map(({ at, net }) => ({
        key: at,
        label: span === 'week' ? `${formatWeekday(at)} ${formatClock(at)}` : formatClock(at),
        values: [net],
      }))}
    />
  );
}
