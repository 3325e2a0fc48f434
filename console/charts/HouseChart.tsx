import { listDraws } from '#contract/calls/operator/draws.ts';
import { useApi } from '#console/api/queries.ts';
import { BarChart } from './BarChart.tsx';
import { amount, difference } from '#console/values/amounts.ts';
import { formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/report-charts.ts';

const every = 30_000;
const query = { status: 'settled', limit: '96' };

/** The house's net result of each of the last draws. */
export function HouseChart() {
  const { data } = useApi(listDraws, { query }, { refetchInterval: every });
  const draws = data?.data.toReversed() ?? [];
  if (draws.length === 0) return null;
  const nets = draws.map(({ net }) => net ?? 0);
  const total = difference(nets.reduce((all, net) => all + net, 0));
  const below = amount(nets.filter((net) => net < 0).length);
  return (
    <BarChart
      title={words.house}
      says={words.houseSays(amount(draws.length), total, below)}
      width={1_160}
      head={words.draw}
      keys={words.houseSum(amount(draws.length), total, below)}
      series={[{ name: words.net, tone: 'sign' }]}
      bars={draws.map(({ id, drawsAt }, index) => ({
        key: id,
        label: formatTime(drawsAt).slice(0, 5),
        values: [nets[index]!],
      }))}
    />
  );
}
