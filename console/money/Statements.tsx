import { useState } from 'react';
import { listStatements } from '#contract/calls/operator/statements.ts';
import { refresh } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Empty } from '#console/kit/Empty.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { providerName } from '#console/values/names.ts';
import { words } from '#console/words/en/statements.ts';
import { OneStatement } from './OneStatement.tsx';
import { daysOf, openOf, StatementStatus, type ListedStatement } from './StatementStatus.tsx';
import { StatementUpload } from './StatementUpload.tsx';

const columns: readonly Column<ListedStatement, typeof words.columns>[] = [
  { key: 'account', width: 120, cell: ({ account }) => providerName(account) },
  { key: 'days', cell: daysOf },
  { key: 'lines', width: 90, spare: true, amount: ({ lines }) => lines },
  { key: 'open', width: 96, align: 'right', cell: (one) => (one.state === 'compared' ? <b>{openOf(one)}</b> : '–') },
  { key: 'status', width: 176, cell: (one) => <StatementStatus of={one} /> },
  { key: 'at', width: 110, spare: true, time: ({ begunAt }) => begunAt },
];

/** The statements of providers, and one open beside with its differences. */
export function Statements() {
  const { open, change } = useAddress();
  const [isRunning, setRunning] = useState(false);
  const list = useList(listStatements, { query: {} }, { every: isRunning ? 1_000 : 15_000 });
  // Asked often only while a progress moves.
  const runs = list.rows.some(({ state }) => state === 'reading' || state === 'comparing');
  if (runs !== isRunning) setRunning(runs);
  const mayUpload = useMay('beginStatement');
  const opened = list.rows.find(({ id }) => String(id) === open);
  return (
    <ListPanel
      title={words.label}
      acts={
        mayUpload && (
          <SheetButton
            kind="act"
            size="head"
            keys="t"
            says={words.form.title}
            sheet={(close) => (
              <StatementUpload
                onClose={close}
                onDone={(id) => {
                  close();
                  void refresh();
                  change({ open: String(id) });
                }}
              />
            )}
          >
            {words.upload}
          </SheetButton>
        )
      }
      size="wide"
      beside={opened ? <OneStatement key={opened.id} statement={opened} isStale={list.isStale} /> : null}
      label={words.label}
      list={list}
      fold={['account', 'open', 'days', 'status']}
      heads={words.columns}
      columns={columns}
      empty={
        <Empty says={words.none}>
          <p className="quiet">{words.noneMore}</p>
        </Empty>
      }
    />
  );
}
