import { useState } from 'react';
import { getAuditLine } from '#contract/calls/operator/audit.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { hashLine } from '#domain/audit.ts';
import { withoutDirectionControls } from '#domain/direction-controls.ts';
import { fromHex, toHex } from '#domain/fair-draw/bytes.ts';
import { useApi } from '#console/api/queries.ts';
import { BeforeAfter } from '#console/kit/BeforeAfter.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Subject } from '#console/kit/Subject.tsx';
import { Values } from '#console/kit/Values.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatDay, dayOf, formatThousandths } from '#console/values/time.ts';
import { words } from '#console/words/en/audit.ts';
import styles from './Audit.module.css';

type AuditLine = OperatorAnswer<typeof getAuditLine>['data'];

/** One line: what was done, and the bytes that its hash is made from, hashed again here. */
export function Line({ number }: { readonly number: string }) {
  const asked = useApi(getAuditLine, { params: { number } });
  const line = asked.data?.data;
  return (
    <OpenPanel title={words.line(amount(Number(number)))}>
      <NoAnswer of={asked} />
      {line && (
        <Scroll>
          <Section>
            <Facts
              of={[
                [words.facts.who, line.who],
                line.session !== null && [words.facts.session, mono(line.session.slice(0, 8))],
                line.address !== null && [words.facts.address, mono(line.address)],
                [words.facts.act, words.act(line.act)],
                line.subject !== null && [words.facts.subject, <Subject key="subject" of={line.subject} />],
                line.request !== null && [
                  words.facts.request,
                  <Opens key="request" to={`/requests/${line.request.id}`}>
                    R-{amount(line.request.number)}
                  </Opens>,
                ],
                [words.facts.time, `${formatDay(dayOf(line.at))} ${formatThousandths(line.at)}`],
              ]}
            />
          </Section>
          {(hasValues(line.before) || hasValues(line.after)) && (
            <Section>
              <BeforeAfter stacked before={<Values of={line.before} />} after={<Values of={line.after} />} />
            </Section>
          )}
          {line.reason !== null && <Section title={words.facts.reason}>{line.reason}</Section>}
          <Section>
            <Hashes of={line} />
          </Section>
        </Scroll>
      )}
    </OpenPanel>
  );
}

function hasValues(values: unknown): boolean {
  return typeof values === 'object' && values !== null && Object.keys(values).length > 0;
}

function Hashes({ of: line }: { readonly of: AuditLine }) {
  const [isShown, setShown] = useState(false);
  const record = fromHex(line.record, 'record');
  const isRight = toHex(hashLine(fromHex(line.hashBefore, 'hash before'), record)) === line.hash;
  return (
    <>
      <Facts
        of={[
          [words.facts.before, mono(line.hashBefore)],
          [
            words.facts.record,
            <span key="record">
              {words.bytes(record.length)} ·{' '}
              <button type="button" className={styles.show} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
                {isShown ? words.hide : words.show}
              </button>
            </span>,
          ],
          [words.facts.hash, mono(line.hash)],
        ]}
      />
      {isShown && (
        <div className={`${styles.record} mono`} tabIndex={0}>
          {withoutDirectionControls(new TextDecoder().decode(record))}
        </div>
      )}
      <div className={styles.again}>
        <Status is={isRight ? 'ok' : 'bad'}>{isRight ? words.recomputed : words.wrongHash}</Status>
      </div>
    </>
  );
}
