import { Panel } from '#console/kit/Panel.tsx';
import { RequestButton } from '#console/kit/RequestButton.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount, none } from '#console/values/amounts.ts';
import { countryName, methodName, providerName } from '#console/values/names.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/payment-routes.ts';
import type { Routed } from './lines.ts';

/** Shows what the accounts hold against our books, and the transfers with the bank, which two operators record. */
export function Floats({ of: { floats, held, topUps } }: { readonly of: Routed }) {
  const accounts = held.filter(({ byBooks, byProvider }) => byProvider !== null || (byBooks ?? 0) !== 0);
  return (
    <>
      {floats.length > 0 && (
        <Panel title={words.floats} end={<span className="small quiet">{words.floatsNote}</span>}>
          <Table
            label={words.floats}
            columns={floatColumns}
            rows={floats}
            rowId={({ account, country, method }) => `${account} ${country} ${method}`}
            density={27}
          />
        </Panel>
      )}
      {held.length > 0 && (
        <Panel
          title={words.held}
          end={
            <>
              <span className="small quiet">{words.heldNote}</span>
              <RequestButton
                asks="top_up"
                size="head"
                writes
                sheet={{
                  options: { account: held.map(({ account }) => ({ value: account, label: providerName(account) })) },
                }}
              >
                {words.topUp}
              </RequestButton>
            </>
          }
        >
          <Table
            label={words.held}
            columns={heldColumns}
            rows={accounts.length > 0 ? accounts : held}
            rowId={({ account }) => account}
            density={27}
          />
        </Panel>
      )}
      {topUps.length > 0 && (
        <Panel title={words.topUps}>
          <Table
            label={words.topUps}
            columns={topUpColumns}
            rows={topUps}
            rowId={({ request }) => request}
            density={27}
          />
        </Panel>
      )}
    </>
  );
}

const floatColumns: readonly Column<Routed['floats'][number]>[] = [
  { key: 'account', width: 140, cell: ({ account }) => providerName(account) },
  {
    key: 'wallet',
    head: words.wallet,
    cell: ({ country, method }) => [countryName(country), method && methodName(method)].filter(Boolean).join(' · '),
  },
  {
    key: 'amount',
    head: words.holds,
    align: 'right',
    width: 150,
    cell: ({ amount: holds, least }) =>
      least !== null && holds < least ? <Status is="bad">{amount(holds)}</Status> : <b>{amount(holds)}</b>,
  },
  {
    key: 'lasts',
    head: words.lastsUntil,
    align: 'right',
    width: 160,
    cell: ({ lastsUntil }) => (lastsUntil === null ? words.lastsLong : <Time at={lastsUntil} show="full" />),
  },
  { key: 'least', head: words.least, width: 150, amount: ({ least }) => least },
  { key: 'read', head: words.read, align: 'right', width: 110, time: ({ readAt }) => readAt },
];

const heldColumns: readonly Column<Routed['held'][number]>[] = [
  { key: 'account', cell: ({ account }) => providerName(account) },
  {
    key: 'provider',
    head: words.byProvider,
    align: 'right',
    width: 150,
    cell: ({ byProvider }) => (byProvider === null ? none : <b>{amount(byProvider)}</b>),
  },
  {
    key: 'books',
    head: words.byBooks,
    width: 150,
    amount: ({ byBooks }) => byBooks,
    to: () => '/money?view=movements&account=clearing',
  },
  {
    key: 'apart',
    head: words.apart,
    width: 150,
    difference: ({ byBooks, byProvider }) => (byBooks === null || byProvider === null ? null : byProvider - byBooks),
  },
];

const topUpColumns: readonly Column<Routed['topUps'][number]>[] = [
  { key: 'at', width: 130, time: ({ transferredAt }) => transferredAt, show: 'full' },
  { key: 'account', width: 140, cell: ({ account }) => providerName(account) },
  {
    key: 'amount',
    head: words.moved,
    width: 150,
    difference: (row) => row.amount,
    to: ({ request }) => `/requests/${request}`,
  },
  { key: 'reference', width: 220, cell: ({ transfer }) => transfer, look: 'mono' },
  { key: 'reason', spare: true, cell: ({ reason }) => reason },
  { key: 'by', width: 170, cell: ({ by }) => by },
];
