import type { Transaction } from '#contract/wallet.ts';
import type { Francs } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { formatDate, useTimeZone } from '#web/values/format.ts';
import { Money } from '#web/values/Money.tsx';
import { words } from '#web/words/en/history.ts';
import styles from './InAndOut.module.css';
import { summarize, type Summary } from './summary.ts';

const bars = ['moneyIn', 'staked', 'won', 'out'] as const;

/** Bars with the amounts added, staked, won and withdrawn in the listed lines, and the net result. */
export function InAndOut({ lines, hasMore }: { lines: readonly Transaction[]; hasMore: boolean }) {
  const timeZone = useTimeZone();
  const summary = summarize(lines);
  if (!summary) return null;
  const longest = Math.max(...bars.map((bar) => summary[bar]), 1);
  return (
    <Card title={words.summary.title}>
      <p className={styles.period} key={timeZone}>
        {words.summary.period(lines.length, formatDate(summary.from), formatDate(summary.to))}
        {hasMore && ` ${words.summary.partly}`}
      </p>
      <dl className={styles.bars}>
        {bars.map((bar) => (
          <Bar key={bar} name={words.summary[bar]} amount={summary[bar]} share={summary[bar] / longest} kind={bar} />
        ))}
        {summary.adjusted !== 0 && (
          <div className={styles.row}>
            <dt>{words.summary.adjusted}</dt>
            <dd>
              <Money amount={summary.adjusted} signed />
            </dd>
          </div>
        )}
      </dl>
      <NetResult summary={summary} />
    </Card>
  );
}

function Bar({ name, amount, share, kind }: { name: string; amount: Francs; share: number; kind: string }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
      <dd className={styles.track} aria-hidden="true">
        <span data-kind={kind} style={{ inlineSize: `${share * 100}%` }} />
      </dd>
    </div>
  );
}

function NetResult({ summary: { net } }: { summary: Summary }) {
  return (
    <p className={styles.net}>
      <b>{words.summary.net}</b>
      <b className={styles.result} data-sign={Math.sign(net)}>
        <Money amount={net} signed />
      </b>
      <small>{words.summary.netHint}</small>
    </p>
  );
}
