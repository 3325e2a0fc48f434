import { useState } from 'react';
import { getUniformity } from '#contract/calls/operator/exposure.ts';
import { formatDecimal } from '#domain/money.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Figure } from '#console/kit/Figure.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { RequestLink } from '#console/kit/Subject.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { amount, percent } from '#console/values/amounts.ts';
import { words } from '#console/words/en/exposure.ts';
import styles from './Exposure.module.css';
import type { ListedExposure, Reserve } from './exposure-data.ts';

interface ReservePanelProps {
  readonly reserve: Reserve | null;
  readonly draws: readonly ListedExposure[];
  /** The draw that is shown, and its worst case. */
  readonly shown: { readonly id: string; readonly worst: number } | null;
}

/** The reserve, and what would be left of it. */
export function ReservePanel({ reserve, draws, shown }: ReservePanelProps) {
  const [isAsking, setAsking] = useState(false);
  const mayAsk = useMay('reserve');
  const others = draws.filter(({ id, worst }) => id !== shown?.id && worst !== null);
  const rest = others.reduce((sum, { worst }) => sum + worst!, 0);
  const isComputed = shown !== null && draws.every(({ worst }) => worst !== null);
  const of = (value: number) =>
    reserve === null ? amount(value) : `${amount(value)} · ${percent(value / reserve.amount)}`;
  return (
    <Panel
      title={words.reserve.title}
      end={
        <Button
          size="head"
          isOff={!mayAsk}
          why={mayAsk ? undefined : words.reserve.needsTwo}
          onPress={() => setAsking(true)}
        >
          {words.reserve.change}
        </Button>
      }
    >
      {reserve === null ? (
        <Section>{words.reserve.none}</Section>
      ) : (
        <Section bare>
          <Figure
            label={words.xof}
            value={amount(reserve.amount)}
            note={
              <>
                <RequestLink id={reserve.request} at={reserve.setAt} />,{' '}
                {words.reserve.set(reserve.askedBy, reserve.approvedBy)}
              </>
            }
          />
        </Section>
      )}
      <Section>
        <Facts
          right
          of={[
            shown && [words.reserve.this, of(shown.worst)],
            others.length !== 0 && [words.reserve.others(others.length), of(rest)],
            isComputed
              ? reserve && [words.reserve.left, <b key="left">{amount(reserve.amount - shown.worst - rest)}</b>]
              : [words.reserve.left, words.reserve.notComputed],
          ]}
        />
      </Section>
      {isAsking && <RequestSheet kind="reserve" onClose={() => setAsking(false)} />}
    </Panel>
  );
}

const renewedEvery = 60_000;
const tones = { too_few: 'idle', even: 'ok', unusual: 'wait', uneven: 'bad' } as const;

/** Whether payouts are spread evenly among what draws may have had to pay. */
export function Uniformity() {
  const query = useApi(getUniformity, { query: {} }, { refetchInterval: renewedEvery });
  const found = query.data?.data;
  const { uniformity } = words;
  return (
    <Panel title={uniformity.title} end={found && uniformity.draws(amount(found.draws))}>
      {!found && <NoAnswer of={query} />}
      {found && (
        <>
          <Section>
            <p className="small quiet">{uniformity.says}</p>
            <Status is={tones[found.verdict]}>{uniformity.verdicts[found.verdict]}</Status>
            {found.statistic !== null && found.pValue !== null && (
              <div className="small quiet">
                {uniformity.test(
                  formatDecimal(found.statistic),
                  found.pValue < 0.0001 ? `< ${formatDecimal(0.0001, 4)}` : formatDecimal(found.pValue, 4),
                )}
              </div>
            )}
          </Section>
          {found.draws > 0 && <Bands of={found.bands} draws={found.draws} />}
        </>
      )}
    </Panel>
  );
}

function Bands({ of: bands, draws }: { readonly of: readonly number[]; readonly draws: number }) {
  const { uniformity } = words;
  const most = Math.max(...bands);
  const rows = bands.map((count, index) => ({ name: `${index * 10}–${(index + 1) * 10} %`, count }));
  return (
    <Section bare>
      <Table
        label={uniformity.title}
        density={25}
        rows={rows}
        rowId={({ name }) => name}
        heads={uniformity}
        columns={[
          { key: 'band', width: 86, cell: ({ name }) => name },
          {
            key: 'bar',
            head: uniformity.expected(amount(Math.round(draws / 10))),
            cell: ({ count }) => (
              <span className={styles.bar} style={{ width: `${most === 0 ? 0 : (count / most) * 100}%` }} />
            ),
          },
          { key: 'count', width: 60, amount: ({ count }) => count },
        ]}
      />
    </Section>
  );
}
