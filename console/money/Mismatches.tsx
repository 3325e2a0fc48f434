import { listMismatches } from '#contract/calls/operator/money.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar } from '#console/kit/FilterBar.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { Status } from '#console/kit/Status.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/money.ts';
import { MoneyScreen } from './MoneyScreen.tsx';

type Mismatch = OperatorAnswer<typeof listMismatches>['data'][number];

const filters: readonly Filter[] = [
  {
    name: 'open',
    label: words.mismatches.state,
    kind: 'one',
    options: [{ value: 'true', label: words.mismatches.open }],
  },
];

const columns: readonly Column<Mismatch, typeof words.mismatches>[] = [
  { key: 'found', width: 130, time: ({ foundAt }) => foundAt },
  { key: 'last', width: 130, time: ({ lastFoundAt }) => lastFoundAt },
  { key: 'check', width: 130, cell: ({ check }) => check },
  { key: 'about', width: 260, cell: (row) => <Subject mismatch={row} /> },
  {
    key: 'sides',
    cell: ({ detail }) => JSON.stringify(detail),
    look: 'mono',
    copy: ({ detail }) => JSON.stringify(detail),
  },
  {
    key: 'closed',
    width: 130,
    cell: ({ closedAt }) =>
      closedAt === null ? <Status is="bad">{words.mismatches.open}</Status> : <Time at={closedAt} />,
  },
];

/** Links to the player, the payment or the draw, if it is one. */
function Subject({ mismatch: { subject, subjectId } }: { readonly mismatch: Mismatch }) {
  const text = `${subject} ${subjectId}`;
  if (subject === 'payment') return <Opens to={`/payments/${subjectId}`}>{text}</Opens>;
  if (subject === 'draw') return <Opens to={`/draws/${subjectId}`}>{text}</Opens>;
  if (subject === 'account' && /^\d+$/.test(subjectId)) return <Opens to={`/players/${subjectId}`}>{text}</Opens>;
  return <>{text}</>;
}

/** The mismatches of a pass, with both sides. */
export function Mismatches() {
  const { filters: set } = useAddress();
  const query = set['open'] === 'true' ? { open: 'true' as const } : {};
  const list = useList(listMismatches, { query }, { every: 15_000 });
  return (
    <MoneyScreen rows="auto minmax(0, 1fr)" heard={list}>
      <FilterBar filters={filters} list={list} />
      <ListPanel
        label={words.views.mismatches}
        list={list}
        fold={['about', 'found', 'check sides', 'closed']}
        heads={words.mismatches}
        columns={columns}
        empty={<Empty says={words.mismatches.none} />}
      />
    </MoneyScreen>
  );
}
