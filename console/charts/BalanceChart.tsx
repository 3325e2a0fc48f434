import { getPlayerBalance } from '#contract/calls/operator/players.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { LineChart } from '#console/kit/LineChart.tsx';
import { addDays, startOf } from '#console/values/time.ts';
import { words } from '#console/words/en/balance-chart.ts';

interface BalanceChartProps {
  readonly id: number;
  /** The sum of all wallets and of held withdrawals, less what clients owe, in francs. */
  readonly balance: number;
}

/** The balance of a player over the last 90 days, in steps from day to day. */
export function BalanceChart({ id, balance }: BalanceChartProps) {
  // Opening a player is recorded, so this is fetched once.
  const { data } = useApi(getPlayerBalance, { params: { id: String(id) } }, { refetchOnWindowFocus: false });
  const now = useNow();
  if (!data) return null;
  const { from, before, days } = data.data;
  const first = Date.parse(startOf(from));
  const ended = days.map((one) => ({ at: Date.parse(startOf(addDays(one.day, 1))), value: one.balance }));
  return (
    <LineChart
      title={words.title}
      names={{ line: words.line }}
      span={[first, now]}
      line={[{ at: first, value: before }, ...ended.filter(({ at }) => at < now), { at: now, value: balance }]}
      now={now}
      steps
      size={{ width: 800, height: 150 }}
    />
  );
}
