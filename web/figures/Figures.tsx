import { useState } from 'react';
import { getFigures, mostFigureDays } from '#contract/calls/figures.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { Page } from '#web/layout/Page.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Segments } from '#ui/Segments.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { daysAfter, useToday } from '#web/values/day.ts';
import { formatDateTime, formatDay, useTimeZone } from '#web/values/format.ts';
import { words } from '#web/words/en/figures.ts';
import type { FiguresAnswer } from './answer.ts';
import { Band } from './Band.tsx';
import { Books } from './Books.tsx';
import { Days } from './Days.tsx';
import { Events } from './Events.tsx';
import styles from './Figures.module.css';
import { formatShare } from './shares.ts';
import { Places } from './Places.tsx';
import { Speed } from './Speed.tsx';

const periods = { week: 7, month: 30, year: mostFigureDays } as const;
type Period = keyof typeof periods;
const againMs = 60_000;

/** Stakes and payouts of draws, for everybody. */
export default function Figures() {
  const [period, setPeriod] = useState<Period>('month');
  const today = useToday();
  // The server's own period needs no date, so the first call need not wait for the clock.
  const query = period === 'month' || today === null ? {} : { from: daysAfter(today, 1 - periods[period]), to: today };
  const figures = useApi(getFigures, { query }, { refetchInterval: againMs, placeholderData: (before) => before });
  const { data, error } = figures;
  return (
    <Page title={words.title} lead={words.lead}>
      <div className={styles.period}>
        <Segments
          label={words.period}
          value={period}
          onChange={setPeriod}
          options={(Object.keys(periods) as Period[]).map((value) => ({ value, label: words.periods[value] }))}
        />
      </div>
      {error && !data && <Failure error={error} onRetry={figures.refetch} retrying={figures.isFetching} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={12} />
        </Card>
      )}
      {data && <Shown figures={data} stale={error !== null} />}
    </Page>
  );
}

function Shown({ figures, stale }: { figures: FiguresAnswer; stale: boolean }) {
  const timeZone = useTimeZone();
  const { data, meta } = figures;
  const at = formatDateTime(meta.computedAt, timeZone);
  return (
    <>
      {stale && (
        <Notice tone="warning" title={words.stale.title}>
          {words.stale.text(at)}
        </Notice>
      )}
      {meta.total.draws + meta.total.voids.draws === 0 ? (
        <EmptyState icon={moreIcons.results} title={words.none.title}>
          {words.none.text}
        </EmptyState>
      ) : (
        <>
          <Whole figures={figures} />
          <Days figures={figures} />
          <Band total={meta.total} />
          <Places uniformity={meta.uniformity} />
          <Speed days={data} />
        </>
      )}
      <div className={styles.two}>
        <Events meta={meta} />
        <Books meta={meta} />
      </div>
      <p className={styles.note}>
        {words.asOf(at)}
        {meta.demo && ` · ${words.demo}`}
      </p>
    </>
  );
}

function Whole({ figures: { data, meta } }: { figures: FiguresAnswer }) {
  const { total } = meta;
  const share = total.payouts / total.stakes;
  const sum = (of: (day: FiguresAnswer['data'][number]) => number) => data.reduce((all, day) => all + of(day), 0);
  const first = data.at(-1)?.day ?? meta.from;
  return (
    <Card title={words.whole.title(formatDay(first), formatDay(data[0]?.day ?? meta.to))}>
      <div className={styles.whole}>
        <div>
          <p className={styles.name}>{words.whole.returned}</p>
          <p className={styles.big}>{formatShare(share)}</p>
          <div className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(share, 1) * 100 || 0}%` }} />
          </div>
          <p className={styles.legend}>
            <span data-of="paid">
              {words.whole.paid} {formatFrancs(total.payouts)}
            </span>
            <span data-of="staked">
              {words.whole.kept} {formatFrancs(total.stakes - total.payouts)}
            </span>
          </p>
        </div>
        <Facts ruled>
          <Fact name={words.whole.staked}>{formatFrancs(total.stakes)}</Fact>
          <Fact name={words.whole.tickets}>{formatAmount(total.tickets)}</Fact>
          <Fact name={words.whole.draws}>{formatAmount(total.draws)}</Fact>
          <Fact name={words.whole.voids}>{formatAmount(total.voids.draws)}</Fact>
          <Fact name={words.whole.stakesBack}>{formatFrancs(total.voids.stakes)}</Fact>
          <Fact name={<Explained name={words.whole.stops} text={words.whole.stopsAre} />}>
            {formatAmount(sum(({ stops }) => stops))}
          </Fact>
          <Fact name={<Explained name={words.whole.corrections} text={words.whole.correctionsAre} />}>
            {formatAmount(sum(({ adjustments }) => adjustments.number))}
          </Fact>
          {total.own.stakes > 0 && <Fact name={words.whole.own}>{formatFrancs(total.own.stakes)}</Fact>}
        </Facts>
      </div>
    </Card>
  );
}

function Explained({ name, text }: { name: string; text: string }) {
  return (
    <>
      {name} <span className={styles.small}>{text}</span>
    </>
  );
}
