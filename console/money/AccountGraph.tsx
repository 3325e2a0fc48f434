import { Link } from 'wouter';
import { amount, difference } from '#console/values/amounts.ts';
import { words } from '#console/words/en/money.ts';
import { flowsOf, type Accounts, type Movement } from './money.ts';
import styles from './Money.module.css';

/** The place of each account: from the providers on the left through the players to the house on the right. */
const places: Readonly<Record<string, readonly [x: number, y: number]>> = {
  clearing: [90, 110],
  client_held: [290, 185],
  client_dep: [290, 35],
  client_win: [290, 110],
  client_owed: [90, 185],
  adjustment: [90, 35],
  draw_stakes: [490, 60],
  house: [490, 160],
};
const box = { width: 132, height: 40 };

interface AccountGraphProps {
  readonly accounts: Accounts['accounts'];
  readonly movements: readonly Movement[];
}

/** The accounts and the movements between them; a wider line is a larger sum. The table beside has the same figures. */
export function AccountGraph({ accounts, movements }: AccountGraphProps) {
  const flows = flowsOf(movements);
  const most = Math.max(1, ...flows.map((flow) => flow.amount));
  const balances = Map.groupBy(accounts, ({ account }) => account as string);
  const balanceOf = (name: string) => (balances.get(name) ?? []).reduce((sum, { balance }) => sum + balance, 0);
  return (
    <svg className={styles.graph} viewBox="0 0 580 220" role="group" aria-label={words.graph}>
      {flows.map(({ from, to, amount: moved }) => {
        const [start, end] = [places[from], places[to]];
        if (!start || !end) return null;
        // Both directions between two accounts are side by side.
        const shift = from < to ? -5 : 5;
        return (
          <line
            key={`${from} ${to}`}
            className={styles.flow}
            x1={start[0] + shift}
            y1={start[1] + shift}
            x2={end[0] + shift}
            y2={end[1] + shift}
            strokeWidth={1 + 7 * Math.sqrt(moved / most)}
          >
            <title>{words.graphOf(words.accounts[from] ?? from, words.accounts[to] ?? to, amount(moved))}</title>
          </line>
        );
      })}
      {Object.entries(places).map(([name, [x, y]]) => (
        <Link key={name} to={`/money?view=movements&account=${name}`} className={styles.node}>
          <rect x={x - box.width / 2} y={y - box.height / 2} {...box} rx={6} />
          <text x={x} y={y - 4}>
            {words.accounts[name]}
          </text>
          <text x={x} y={y + 12} className={styles.sum}>
            {difference(balanceOf(name)).replace('+', '')}
          </text>
        </Link>
      ))}
    </svg>
  );
}
