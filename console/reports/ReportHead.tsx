import { Facts } from '#console/kit/Facts.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/reports.ts';
import type { Report } from './reports.ts';
import styles from './Reports.module.css';

const says = words.head;

interface ReportHeadProps {
  readonly of: Report;
  readonly meta: { readonly sha256: string; readonly audit: number };
}

/** The site, the period, the time, the author and the version of a report. A fold on the screen; whole, and first, on paper. */
export function ReportHead({ of: report, meta }: ReportHeadProps) {
  const { operator, period, from, to, zone, madeAt, madeBy, version, code, definition, testAccounts } = report;
  const facts = (
    <Facts
      of={[
        [says.operator, operator],
        [
          says.period,
          `${words.periods[period]}, ${says.until(formatFull(from), formatFull(to))}${report.isUnfinished ? `, ${words.unfinished}` : ''}`,
        ],
        [says.zone, zone],
        [says.made, `${formatFull(madeAt)} ${says.by(madeBy)}${report.isDemo ? `, ${words.demo}` : ''}`],
        [says.version, `${version} · ${code.slice(0, 12)}`],
        [says.definition, definition],
        [says.tests, says.leftOut(amount(testAccounts))],
        [
          says.sha256,
          <span key="sha256">
            <span className="mono">{meta.sha256}</span> {says.line(String(meta.audit))}
          </span>,
        ],
      ]}
    />
  );
  return (
    <>
      <div className={styles.onPaper}>
        <Panel title={report.title}>
          <Section>{facts}</Section>
        </Panel>
      </div>
      <div className={styles.onScreen}>
        <Panel>
          <Section>
            <Fold
              name="report"
              title={
                <>
                  {says.about}{' '}
                  <span className={styles.brief}>{says.brief(formatFull(madeAt), madeBy, amount(testAccounts))}</span>
                </>
              }
            >
              {facts}
            </Fold>
          </Section>
        </Panel>
      </div>
    </>
  );
}
