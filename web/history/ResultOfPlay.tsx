import type { sumTransactions } from '#contract/calls/wallet.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import { currency, formatAmount, formatFrancs, narrowNoBreakSpace } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { formatDate, formatDay } from '#web/values/format.ts';
import { isGain, netOf } from '#web/values/gain.ts';
import { words } from '#web/words/en/history.ts';
import type { Period } from './period.ts';
import styles from './ResultOfPlay.module.css';

export type PeriodSums = CallAnswer<typeof sumTransactions>['data'];

/** The result of play in the whole period, and other movements; with its final height while the sums load. */
export function ResultOfPlay({ period, sums }: { period: Period; sums: PeriodSums | undefined }) {
  return (
    <Card surface="night" as="section" className={styles.panel}>
      <h2 className={styles.label}>{words.result.of(nameOf(period, sums))}</h2>
      {sums ? <Amounts sums={sums} /> : <p className={styles.net}>{'\u00A0'}</p>}
    </Card>
  );
}

function Amounts({ sums }: { sums: PeriodSums }) {
  const { staked, won, refunded, tickets } = sums;
  const play = { staked, paid: won + refunded };
  const net = netOf(play);
  const share = staked === 0 ? 0 : won / staked;
  return (
    <>
      <p className={styles.net} data-gain={isGain(play)}>
        <bdi dir="ltr">
          {net > 0 && '+'}
          {formatAmount(net)}
          <small>{narrowNoBreakSpace + currency}</small>
        </bdi>
      </p>
      <p className={styles.label}>{words.result.sentence(formatAmount(won), formatAmount(staked), tickets)}</p>
      <p className={styles.track} role="img" aria-label={words.result.share(Math.round(share * 100))}>
        <span style={{ inlineSize: `${Math.min(share, 1) * 100}%` }} />
      </p>
      <dl className={styles.cells}>
        {cells.map((cell) =>
          // The first four are always there; rare movements are shown when there are some.
          cell.isUsual || sums[cell.name] !== 0 ? (
            <div key={cell.name}>
              <dt>{words.result.sums[cell.name]}</dt>
              <dd>{formatFrancs(sums[cell.name])}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </>
  );
}

const cells = [
  { name: 'deposited', isUsual: true },
  { name: 'staked', isUsual: true },
  { name: 'withdrawn', isUsual: true },
  { name: 'won', isUsual: true },
  { name: 'refunded', isUsual: false },
  { name: 'returned', isUsual: false },
  { name: 'takenBack', isUsual: false },
  { name: 'adjusted', isUsual: false },
] as const;

function nameOf({ from, to }: Period, sums: PeriodSums | undefined): string {
  // The days of the build, which differ from the days when the page is seen.
  if (import.meta.env.SSR) return words.result.between(words.result.dayPending, words.result.dayPending);
  const first = from === null ? null : formatDay(from);
  if (to === null) return words.result.since(first ?? (sums?.series[0] ? formatDate(sums.series[0].at) : null));
  if (first === null) return words.result.until(formatDay(to));
  return from === to ? first : words.result.between(first, formatDay(to));
}
