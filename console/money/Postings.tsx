import { listPostings } from '#contract/calls/operator/money.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { useNow } from '#console/clock/clock.ts';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { PlayerLink } from '#console/kit/Subject.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { named } from '#console/kit/named.ts';
import { useList } from '#console/kit/useList.ts';
import { dayOf } from '#console/values/time.ts';
import { words } from '#console/words/en/money.ts';
import { MoneyScreen } from './MoneyScreen.tsx';
import { bothSides, hourOf } from './money.ts';

type Posting = OperatorAnswer<typeof listPostings>['data'][number];
type Query = NonNullable<OperatorInput<typeof listPostings>['query']>;

const filters: readonly Filter[] = [
  { name: 'since', label: words.movements.from, kind: 'moment' },
  { name: 'kind', label: words.movements.kind, kind: 'one', options: named(words.kinds) },
  { name: 'fromAccount', label: words.movements.fromAccount, kind: 'one', options: named(words.accounts) },
  { name: 'toAccount', label: words.movements.toAccount, kind: 'one', options: named(words.accounts) },
];

const payments: readonly Posting['kind'][] = ['deposit', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned'];

const columns: readonly Column<Posting>[] = [
  { key: 'at', width: 110, time: ({ at }) => at, show: 'thousandths' },
  {
    key: 'client',
    folded: ({ clientId }) => clientId > 0 && <PlayerLink id={clientId} />,
    width: 100,
    cell: ({ clientId }) => (clientId === 0 ? '–' : <PlayerLink id={clientId} />),
  },
  { key: 'kind', cell: ({ kind }) => words.kinds[kind] },
  { key: 'out', folded: bothSides, cell: ({ fromAccount }) => words.accounts[fromAccount] },
  { key: 'in', cell: ({ toAccount }) => words.accounts[toAccount] },
  { key: 'amount', width: 110, amount: (row) => row.amount },
  {
    key: 'about',
    cell: ({ kind, reference, drawId }) => (
      <span className="mono">
        {payments.includes(kind) ? (
          <Opens to={`/payments/${reference}`}>{reference}</Opens>
        ) : drawId === null ? (
          reference
        ) : (
          <Opens to={`/draws/${drawId}`}>{reference}</Opens>
        )}
      </span>
    ),
    copy: ({ reference }) => reference,
  },
];

/** The postings of one hour, behind a figure. */
export function Postings() {
  const { filters: set } = useAddress();
  const today = dayOf(useNow());
  const since = set['since'] ?? '';
  if (!/^\d{4}-/.test(since) || Number.isNaN(Date.parse(since))) {
    return (
      <MoneyScreen rows="minmax(0, 1fr)">
        <Panel fills>
          <Empty says={words.postings.choose}>
            <Opens to={`/money?view=movements&day=${today}`}>{words.postings.chooseLink}</Opens>
          </Empty>
        </Panel>
      </MoneyScreen>
    );
  }
  const { kind, fromAccount, toAccount } = set as Partial<Query>;
  return (
    <Hour
      query={{
        ...hourOf(since),
        ...(kind && { kind }),
        ...(fromAccount && { fromAccount }),
        ...(toAccount && { toAccount }),
      }}
    />
  );
}

function Hour({ query }: { readonly query: Query }) {
  const list = useList(listPostings, { query }, { rowId: idOf });
  return (
    <MoneyScreen rows="auto minmax(0, 1fr)" heard={list}>
      <FilterBar filters={filters} list={list} />
      <ListPanel
        label={words.views.postings}
        list={list}
        fold={['kind', 'amount', 'out client about', 'at']}
        columns={columns}
        empty={<NothingFound says={words.postings.none} filters={filters} />}
      />
    </MoneyScreen>
  );
}

const idOf = ({ clientId, id }: Posting) => `${clientId}-${id}`;
