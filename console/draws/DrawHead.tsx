import { Balls } from '#console/kit/Balls.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { amount, difference } from '#console/values/amounts.ts';
import { formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import styles from './DrawHead.module.css';
import { stepAt, type OpenedDraw } from './late.tsx';
import { netOf, shareOf } from './SalesTable.tsx';

/** The draw in one line, above its tickets and its winners: the result, the money, and when players saw it. */
export function DrawHead({ of: draw }: { readonly of: OpenedDraw }) {
  const { total, result, status, closesAt } = draw;
  const { figures } = words;
  const drawnAt = stepAt(draw, 'drawn');
  const { staked, paid } = total;
  const parts = [
    [words.facts.staked, amount(staked)],
    ...(paid === null ? [] : [[figures.paid, amount(paid)]]),
    // The house keeps nothing of a cancelled draw.
    ...(paid === null || status === 'void'
      ? []
      : [
          [figures.house, difference(netOf(total))],
          [figures.share, shareOf(total)],
        ]),
  ] as const;
  return (
    <Panel>
      <div className={styles.head}>
        {result && <Balls of={result.map(Number)} />}
        {parts.map(([name, value]) => (
          <span key={name}>
            <span className="quiet">{name}</span> <b>{value}</b>
          </span>
        ))}
        <span className="grow" />
        {drawnAt !== null && <Status is="ok">{words.publishedAt(formatTime(drawnAt))}</Status>}
        {status === 'open' && <Status is="run">{words.closesAt(formatTime(closesAt))}</Status>}
      </div>
    </Panel>
  );
}
