import { useState } from 'react';
import { differenceStates, listStatementDifferences } from '#contract/calls/operator/statements.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { Choice } from '#console/kit/Fields.tsx';
import { ListFile } from '#console/kit/ListFile.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { ListTable, Table } from '#console/kit/Table.tsx';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { amount, difference, percent } from '#console/values/amounts.ts';
import { methodName, providerName } from '#console/values/names.ts';
import { formatDay } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/statements.ts';
import { StatementDifference } from './StatementDifference.tsx';
import { daysOf, StatementStatus, type ListedStatement } from './StatementStatus.tsx';
import styles from './Statements.module.css';

type Difference = RowOf<typeof listStatementDifferences>;

const differenceTones = { open: 'wait', agrees: 'ok', closed: 'idle' } as const;

interface OneStatementProps {
  readonly statement: ListedStatement;
  readonly isStale: boolean;
}

/** One statement: how far it is, its days, whether its balances add up, and its differences. */
export function OneStatement({ statement, isStale }: OneStatementProps) {
  const { account, state, progress, failure, balances, days, fileName, uploadedBy, begunAt, sha256, layout } =
    statement;
  return (
    <OpenPanel
      title={words.title(providerName(account), daysOf(statement))}
      isStale={isStale}
      beside={<StatementStatus of={statement} />}
    >
      <Scroll>
        {(state === 'reading' || state === 'comparing') && (
          <Section>
            <progress className={styles.bar} value={progress} aria-label={words.progress}>
              {percent(progress, 0)}
            </progress>
          </Section>
        )}
        {state === 'uploading' && (
          <Section>
            <Note tone="wait">{words.brokenOff}</Note>
          </Section>
        )}
        {failure && (
          <Section>
            <Note tone="bad">
              <b>{words.refusedLine(failure.line, failure.code)}</b> {words.refusedMore}
            </Note>
          </Section>
        )}
        {state === 'compared' && <Differences id={statement.id} />}
        {state === 'compared' && (
          <Section title={words.byDay.title} bare>
            <Table
              label={words.byDay.title}
              rows={days}
              rowId={({ day }) => day}
              density={27}
              heads={words.byDay}
              columns={[
                { key: 'day', width: 92, cell: ({ day }) => formatDay(day) },
                { key: 'both', amount: ({ both }) => both },
                { key: 'onlyThere', amount: ({ onlyThere }) => onlyThere },
                { key: 'onlyHere', amount: ({ onlyHere }) => onlyHere },
                { key: 'differs', amount: ({ differs }) => differs },
                { key: 'noPayment', amount: ({ noPayment }) => noPayment },
              ]}
            />
          </Section>
        )}
        {state === 'compared' && (
          <Section>
            {balances === null ? (
              <p className="quiet">{words.noBalance}</p>
            ) : (
              <>
                <Facts
                  right
                  of={[
                    [words.facts.opening, amount(balances.opening)],
                    [words.facts.moved, difference(balances.moved)],
                    [words.facts.closing, <b key="closing">{amount(balances.closing)}</b>],
                    balances.books !== null && [words.facts.books, amount(balances.books)],
                    balances.books !== null && [words.facts.apart, difference(balances.closing - balances.books)],
                  ]}
                />
                <Status is={balances.addsUp ? 'ok' : 'bad'}>{balances.addsUp ? words.adds : words.addsNot}</Status>
              </>
            )}
          </Section>
        )}
        <Section>
          <Facts
            of={[
              [words.facts.file, fileName],
              [
                words.facts.by,
                <span key="by">
                  {uploadedBy}, <Time at={begunAt} show="full" />
                </span>,
              ],
              [
                words.facts.layout,
                <span key="layout">
                  {Object.entries(layout.columns)
                    .map(([column, head]) => `${words.form.names[column as keyof typeof layout.columns]}: ${head}`)
                    .join(' · ')}
                </span>,
              ],
              [words.facts.hash, mono(sha256)],
            ]}
          />
        </Section>
      </Scroll>
    </OpenPanel>
  );
}

function Differences({ id }: { readonly id: number }) {
  const [state, setState] = useState('open');
  const [opened, setOpened] = useState<number | null>(null);
  const says = words.differences;
  const wanted = differenceStates.find((one) => one === state);
  const list = useList(
    listStatementDifferences,
    { query: { statement: String(id), ...(wanted !== undefined && { state: wanted }) } },
    { every: 5_000 },
  );
  const mayClose = useMay('closeStatementDifference');
  return (
    <Section title={says.title} end={<ListFile of={list} size="head" />} bare>
      <div className="body">
        <Choice
          label={says.show}
          value={state}
          onChange={setState}
          options={[
            ...differenceStates.map((value) => ({ value: value as string, label: says.states[value] })),
            { value: '', label: says.all },
          ]}
        />
      </div>
      <ListTable
        label={says.title}
        list={list}
        opens={false}
        empty={<Empty says={says.none} />}
        fold={['kind', 'theirs', 'player at status', 'open']}
        columns={[
          { key: 'theirs', head: says.amount, width: 96, amount: ({ theirs }) => theirs?.amount, look: 'bold' },
          { key: 'ours', head: says.ours, width: 96, amount: ({ ours }) => ours?.amount },
          { key: 'kind', head: '', cell: ({ kind }) => words.kinds[kind] },
          { key: 'player', width: 90, align: 'right', cell: ({ ours }) => ours?.client ?? '–' },
          {
            key: 'network',
            spare: true,
            width: 120,
            cell: ({ ours }) => (ours === null ? '–' : methodName(ours.method)),
          },
          { key: 'at', head: '', spare: true, width: 92, time: ({ at }) => at },
          {
            key: 'status',
            width: 104,
            cell: (one) => <Status is={differenceTones[one.state]}>{says.states[one.state]}</Status>,
          },
          {
            key: 'open',
            head: '',
            width: 96,
            align: 'right',
            cell: (one: Difference) => (
              <Button size="head" onPress={() => setOpened(one.id)}>
                {mayClose && one.state === 'open' ? says.open : says.look}
              </Button>
            ),
          },
        ]}
      />
      {opened !== null && <StatementDifference id={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}
