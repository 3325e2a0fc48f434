import { Link } from 'wouter';
import { amount, difference, shortAmount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/money.ts';
import { flowsOf, type Accounts, type Movement } from './money.ts';
import styles from './Money.module.css';

/** The place of each account: from the bank and the providers on the left through the players to the house on the right. */
const places: Readonly<Record<string, readonly [x: number, y: number]>> = {
  clearing: [70, 125],
  client_held: [330, 225],
  client_dep: [330, 25],
  client_win: [330, 125],
  client_owed: [70, 225],
  capital: [70, 25],
  adjustment: [590, 25],
  draw_stakes: [590, 125],
  house: [590, 225],
};
const box = { width: 132, height: 40 };

interface AccountGraphProps {
  readonly accounts: Accounts['accounts'];
  readonly movements: readonly Movement[];
}

/** The accounts and the movements between them, each with its direction and sum; a wider line is a larger sum. The table beside has the same figures. */
export function AccountGraph({ accounts, movements }: AccountGraphProps) {
  const flows = flowsOf(movements);
  const most = Math.max(1, ...flows.map((flow) => flow.amount));
  const balances = Map.groupBy(accounts, ({ account }) => account as string);
  const balanceOf = (name: string) => (balances.get(name) ?? []).reduce((sum, { balance }) => sum + balance, 0);
  return (
    <svg className={styles.graph} viewBox="0 0 660 250" role="group" aria-label={words.graph}>
      {flows.map(({ from, to, amount: moved }) => {
        const [start, end] = [places[from], places[to]];
        if (!start || !end) return null;
        const { tail, head, label } = arrowBetween(start, end);
        return (
          <g key={`${from} ${to}`}>
            <title>{words.graphOf(words.accounts[from] ?? from, words.accounts[to] ?? to, amount(moved))}</title>
            <line
              className={styles.flow}
              x1={tail[0]}
              y1={tail[1]}
              x2={head[0]}
              y2={head[1]}
              strokeWidth={1 + 5 * Math.sqrt(moved / most)}
            />
            <path
              className={styles.head}
              d="M0 0L-9 -5V5Z"
              transform={`translate(${head.join(' ')}) rotate(${(Math.atan2(head[1] - tail[1], head[0] - tail[0]) * 180) / Math.PI})`}
            />
            <text className={styles.moved} x={label[0]} y={label[1] + 4}>
              {shortAmount(moved)}
            </text>
          </g>
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

type Place = readonly [x: number, y: number];

/** The line from the edge of one box to the edge of another. The two directions between two accounts lie side by side, each label outside. */
function arrowBetween(start: Place, end: Place): { readonly tail: Place; readonly head: Place; readonly label: Place } {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  const across: Place = [-dy / length, dx / length];
  // The share of the way that lies inside a box.
  const inside = Math.min((box.width / 2 + 2) / Math.abs(dx), (box.height / 2 + 2) / Math.abs(dy));
  const at = (share: number, aside: number): Place => [
    start[0] + dx * share + across[0] * aside,
    start[1] + dy * share + across[1] * aside,
  ];
  // A label is wider than it is high.
  return { tail: at(inside, 6), head: at(1 - inside, 6), label: at(0.5, 16 + 14 * Math.abs(across[0])) };
}
