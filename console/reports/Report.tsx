import { useParams } from 'wouter';
import { getReport } from '#contract/calls/operator/reports.ts';
import type { ReportName } from '#contract/operator/report-kinds.ts';
import { addressOfFile } from '#console/api/call.ts';
import { useNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button, LinkButton } from '#console/kit/Button.tsx';
import { Choice } from '#console/kit/Fields.tsx';
import { named } from '#console/kit/named.ts';
import { useKeys } from '#console/kit/keys.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { ListFile } from '#console/kit/ListFile.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { Tag } from '#console/kit/Status.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { amount } from '#console/values/amounts.ts';
import { dayOf, formatDay, isDay } from '#console/values/time.ts';
import { words } from '#console/words/en/reports.ts';
import { AgainstBooks } from './AgainstBooks.tsx';
import { ReportHead } from './ReportHead.tsx';
import { DayField } from './DayField.tsx';
import { ReportTable } from './ReportTable.tsx';
import styles from './Reports.module.css';
import { isPeriod, moveBy, periods } from './reports.ts';
import { useReport } from './useReport.ts';

const ReturnCharts = lazySheet(async () => (await import('#console/charts/ReturnCharts.tsx')).ReturnCharts);

/** The most rows to print: a browser that lays out more does not respond. */
const mostPrinted = 5_000;

/** One report. Its address has the period; it prints what the screen shows. */
export default function Report() {
  const { id } = useParams<{ id: string }>();
  const address = useAddress();
  const today = dayOf(useNow());
  const kind = id as ReportName;
  const given = address.filters['period'];
  const period = isPeriod(given) ? given : 'day';
  // The last day that is over; today for reports of the present moment.
  const day = address.filters['day'] ?? (period === 'day' && kind !== 'dormant' ? moveBy(today, 'day', -1) : today);
  const query = { period, day };
  const report = useReport({ params: { kind }, query });
  const pages = report.data?.pages ?? [];
  const [first] = pages;
  const rows = pages.flatMap(({ data }) => data.rows);

  async function print() {
    let got = report;
    const count = () => (got.data?.pages ?? []).reduce((sum, { data }) => sum + data.rows.length, 0);
    while (got.hasNextPage && count() < mostPrinted) got = await got.fetchNextPage();
    // The rows that came last must be on the page first.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  }
  const go = (by: 1 | -1) => address.change({ filters: { period, day: moveBy(day, period, by) } });
  const isLast = moveBy(day, period, 1) > today;
  const earlier = { keys: 'ArrowLeft', says: words.before.toLowerCase(), run: () => go(-1), foot: true };
  const later = { keys: 'ArrowRight', says: words.after.toLowerCase(), run: () => go(1), foot: true };
  useKeys(period === 'all' ? [] : isLast ? [earlier] : [earlier, later]);

  return (
    <Screen
      title={first?.data.title ?? words.title}
      rows="auto minmax(0, 1fr)"
      beside={
        first && (
          <>
            {first.data.isUnfinished && <Tag tone="wait">{words.unfinished}</Tag>}
            {first.data.isDemo && <Tag tone="sun">{words.demo}</Tag>}
          </>
        )
      }
    >
      <div className={styles.bar}>
        <LinkButton to="/reports">{words.all}</LinkButton>
        <Choice
          label={words.period}
          value={period}
          options={named(words.periods, periods)}
          onChange={(value) => address.change({ filters: { period: value, day } })}
        />
        {period !== 'all' && (
          <>
            <Button onPress={() => go(-1)}>{words.before}</Button>
            <DayField
              day={day}
              last={today}
              onChange={(value) => address.change({ filters: { period, day: value } })}
            />
            <Button onPress={() => go(1)} isOff={isLast}>
              {words.after}
            </Button>
          </>
        )}
        <span className="grow" />
        <Button keys="p" says={words.toPrint} onPress={() => void print()} isOff={!first}>
          {words.print}
        </Button>
        <ListFile of={{ file: addressOfFile(getReport, { params: { kind }, query }) }} />
      </div>
      <div className={`panels scrolls ${styles.report}`}>
        {report.error && (
          <Panel>
            <NoAnswer of={report} what={words.failed} />
          </Panel>
        )}
        {first && (
          <>
            <ReportHead of={first.data} meta={first.meta} />
            {kind === 'returns' && rows.length > 0 && (
              <ReturnCharts
                rows={rows}
                totals={first.data.totals}
                bands={first.data.bands ?? []}
                isEqual={first.data.books?.isEqual ?? false}
                day={period === 'day' && isDay(day) ? day : null}
              />
            )}
            {first.data.books && <AgainstBooks of={first.data.books} />}
            <ReportTable
              of={first.data}
              rows={rows}
              end={
                report.hasNextPage ? (
                  <div className={styles.more}>
                    <Button onPress={() => void report.fetchNextPage()} isOff={report.isFetchingNextPage}>
                      {words.more}
                    </Button>
                    <span className="quiet">{words.cut(amount(rows.length))}</span>
                  </div>
                ) : null
              }
            />
          </>
        )}
        {report.isPending && (
          <p className="quiet" role="status">
            {words.adding(period === 'all' ? words.periods.all : formatDay(day))}
          </p>
        )}
      </div>
    </Screen>
  );
}
