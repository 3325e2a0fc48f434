import { listMovements } from '#contract/calls/operator/money.ts';
import { addressOfFile } from '#console/api/call.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { Empty } from '#console/kit/Empty.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar } from '#console/kit/FilterBar.tsx';
import { named } from '#console/kit/named.ts';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { Time } from '#console/values/Time.tsx';
import { addDays, dayOf, startOf } from '#console/values/time.ts';
import { providerName } from '#console/values/names.ts';
import { words } from '#console/words/en/money.ts';
import { MoneyScreen } from './MoneyScreen.tsx';
import { bothSides, hourOf, type Movement } from './money.ts';

const accounts = Object.keys(words.accounts);
const filters: readonly Filter[] = [
  { name: 'day', label: words.movements.day, kind: 'day' },
  { name: 'account', label: words.movements.account, kind: 'one', options: named(words.accounts, accounts) },
];

/** Days that are shown where none is chosen. */
const days = 31;

/** The movements by day; a chosen day by hour. A day opens its hours, and an hour its postings. */
export function Movements() {
  const { filters: set } = useAddress();
  const today = dayOf(useNow());
  const { day, account } = set;
  const query = {
    from: startOf(day ?? addDays(today, 1 - days)),
    to: startOf(addDays(day ?? today, 1)),
    unit: day === undefined ? ('day' as const) : ('hour' as const),
    ...(account !== undefined && accounts.includes(account) && { account: account as 'house' }),
  };
  const { data, error, refetch } = useApi(listMovements, { query }, { refetchInterval: 15_000 });
  const movements = data?.data.movements;
  const to = (row: Movement) => opens(row, day);
  const columns: readonly Column<Movement>[] = [
    {
      key: 'from',
      head: words.movements.from,
      width: 120,
      time: ({ from }) => from,
      show: day === undefined ? 'day' : 'full',
    },
    { key: 'kind', cell: ({ kind }) => words.kinds[kind] },
    { key: 'out', folded: bothSides, cell: ({ fromAccount }) => words.accounts[fromAccount] },
    { key: 'in', cell: ({ toAccount }) => words.accounts[toAccount] },
    { key: 'provider', width: 90, cell: ({ provider }) => provider && providerName(provider), look: 'quiet' },
    { key: 'amount', width: 110, amount: (row) => row.amount, to },
    { key: 'postings', head: words.movements.postings, width: 80, amount: (row) => row.postings, to },
  ];
  return (
    <MoneyScreen rows="auto minmax(0, 1fr)">
      <FilterBar filters={filters} list={{ file: addressOfFile(listMovements, { query }) }} />
      <Panel
        fills
        title={
          <>
            {words.moment} {data?.data.until ? <Time at={data.data.until} show="full" /> : '–'}
          </>
        }
      >
        {error && <Problem error={error} again={() => void refetch()} />}
        {movements?.length === 0 ? (
          <Empty says={words.movements.none} />
        ) : (
          <Scroll>
            <Table
              label={words.views.movements}
              fold={['kind', 'amount', 'out provider', 'from']}
              columns={columns}
              rows={movements}
              rowId={({ from, kind, fromAccount, toAccount, provider }) =>
                [from, kind, fromAccount, toAccount, provider].join(' ')
              }
              density={27}
              skeleton={20}
            />
          </Scroll>
        )}
      </Panel>
    </MoneyScreen>
  );
}

/** A day opens its hours, an hour its postings. */
function opens({ from, kind, fromAccount, toAccount }: Movement, day: string | undefined): string {
  if (day === undefined) return `/money?view=movements&account=${fromAccount}&day=${dayOf(from)}`;
  const hour = hourOf(from);
  return `/money?view=postings&fromAccount=${fromAccount}&kind=${kind}&since=${hour.from}&toAccount=${toAccount}`;
}
