import { useState } from 'react';
import { listFigures } from '#contract/calls/operator/money.ts';
import { useApi } from '#console/api/queries.ts';
import { Choice } from '#console/kit/Fields.tsx';
import { named } from '#console/kit/named.ts';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { amount, difference } from '#console/values/amounts.ts';
import { formatDay } from '#console/values/time.ts';
import { words } from '#console/words/en/report-charts.ts';
import { BarChart, halfSize } from './BarChart.tsx';
import { partsOf, spans, type Span } from './daily.ts';
import styles from './Charts.module.css';

/** Stakes with GGR in them: of the 30 days or the 12 months that end with a day. A bar opens its report. */
export function DailyChart({ day }: { readonly day: string }) {
  const [span, setSpan] = useState<Span>('days');
  const parts = partsOf(span, day);
  const query = { from: parts[0]!.from, to: day };
  const { data, error, refetch } = useApi(listFigures, { query }, { staleTime: Infinity });
  const choice = <Choice label={words.last} value={span} options={named(words.daily, spans)} onChange={setSpan} />;
  const figures = data?.data;
  if (!figures || figures.length === 0) {
    return (
      <Panel title={words.aDay} end={choice}>
        {error && <Problem error={error} again={() => void refetch()} />}
        {figures ? <Empty says={words.noDraw} /> : !error && <div className={styles.soon} />}
      </Panel>
    );
  }
  const isDaily = span === 'days';
  const bars = parts.map(({ key, from, to }) => {
    const inside = figures.filter((figure) => figure.day >= from && figure.day <= to);
    const sum = (of: 'stakes' | 'ggr') => inside.reduce((all, figure) => all + figure[of], 0);
    const label = isDaily ? formatDay(from).slice(0, 5) : formatDay(from).slice(3);
    return { key, label, values: [sum('stakes'), sum('ggr')] };
  });
  const total = (place: number) => bars.reduce((all, { values }) => all + values[place]!, 0);
  return (
    <BarChart
      title={words.aDay}
      says={words.aDaySays(String(bars.length), amount(total(0)), difference(total(1)))}
      head={words.from}
      size={halfSize}
      note={words.withTests}
      choice={choice}
      series={[
        { name: words.stakes, tone: 'pale' },
        { name: words.ggr, tone: 'dark' },
      ]}
      bars={bars}
      current={isDaily ? day : undefined}
      addressOf={(key) => `/reports/returns?period=${isDaily ? 'day' : 'month'}&day=${key}`}
    />
  );
}
