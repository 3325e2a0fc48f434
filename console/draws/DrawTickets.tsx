import { listDrawTickets } from '#contract/calls/operator/draws.ts';
import { betNames } from '#domain/bet-types.ts';
import { Balls } from '#console/kit/Balls.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Status, type Tone } from '#console/kit/Status.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { amount, none } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { words as kitWords } from '#console/words/en/kit.ts';
import { words } from '#console/words/en/draws.ts';
import type { OpenedDraw } from './late.tsx';

type Ticket = RowOf<typeof listDrawTickets>;
const { tickets: says } = words;

const filters: readonly Filter[] = [
  { name: 'player', label: says.player, kind: 'text', hint: says.playerHint },
  { name: 'bet', label: says.bet, kind: 'one', options: betNames.map((value) => ({ value, label: value })) },
  { name: 'stake', label: says.stake, kind: 'amounts' },
];

const bet: Column<Ticket> = {
  key: 'betType',
  width: 84,
  cell: ({ name }) => <b>{name}</b>,
  filter: { name: 'bet', value: ({ name }) => name },
};
const numbers: Column<Ticket> = {
  key: 'numbers',
  head: says.numbers,
  width: 204,
  whole: true,
  cell: (ticket) => <Numbers of={ticket} />,
};
const player: Column<Ticket> = {
  key: 'player',
  width: 150,
  cell: (ticket) => <Player of={ticket} />,
  copy: ({ clientId }) => `#${clientId}`,
};
const phone: Column<Ticket> = {
  key: 'phone',
  width: 150,
  whole: true,
  spare: true,
  cell: (ticket) => <span className="quiet">{ticket.phone ?? none}</span>,
};
const stake: Column<Ticket> = {
  key: 'stake',
  align: 'right',
  width: 80,
  cell: (ticket) => <b>{amount(ticket.stake)}</b>,
};
const pays: Column<Ticket> = { key: 'pays', head: says.columns.pays, align: 'right', width: 64, cell: multipleOf };
const status: Column<Ticket> = { key: 'status', width: 120, whole: true, cell: (ticket) => <Standing of={ticket} /> };
const serial: Column<Ticket> = {
  key: 'ticket',
  head: says.columns.ticket,
  width: 120,
  spare: true,
  cell: (ticket) => <span className="mono">{ticket.serial}</span>,
  copy: ({ id }) => id,
};

const columns: Readonly<Record<'tickets' | 'winners', readonly Column<Ticket>[]>> = {
  tickets: [
    bet,
    numbers,
    player,
    phone,
    { key: 'bought', head: says.columns.bought, width: 88, cell: ({ acceptedAt }) => <Time at={acceptedAt} /> },
    stake,
    pays,
    { key: 'paid', align: 'right', width: 84, cell: ({ paid }) => amount(paid) },
    status,
    serial,
  ],
  winners: [
    player,
    phone,
    bet,
    numbers,
    stake,
    pays,
    { key: 'won', align: 'right', width: 92, cell: ({ paid }) => <b>{amount(paid)}</b> },
    {
      key: 'paidAt',
      head: says.columns.paidAt,
      width: 88,
      cell: ({ paidAt }) => (paidAt === null ? none : <Time at={paidAt} />),
    },
    status,
    serial,
  ],
};

/** The payout of a ticket per franc staked. */
function multipleOf({ status: is, paid, stake: staked }: Ticket): string {
  return is === 'win' && paid !== null ? `×${amount(paid / staked)}` : none;
}

function Numbers({ of: { selectedNumbers, places } }: { readonly of: Ticket }) {
  return <Balls of={selectedNumbers.map(Number)} hits={places ?? []} />;
}

function Player({ of: { clientId, player: name } }: { readonly of: Ticket }) {
  return <Opens to={`/players/${clientId}`}>{name ?? `#${clientId}`}</Opens>;
}

const tones: Readonly<Record<Ticket['status'], Tone>> = { pending: 'run', win: 'ok', lost: 'idle', void: 'idle' };

/** A winning ticket is paid, or still waits for its payment. */
function Standing({ of: { status: is, paidAt } }: { readonly of: Ticket }) {
  if (is === 'win' && paidAt === null) return <Status is="wait">{says.notPaid}</Status>;
  return <Status is={tones[is]}>{is === 'win' ? says.paid : says.statuses[is]}</Status>;
}

/** The limit of a large winning, as in the report of large winnings. */
const large = 1_000_000;

interface DrawTicketsProps {
  readonly of: OpenedDraw;
  /** Its winners alone, the largest first. */
  readonly winners: boolean;
}

/** The tickets of a draw, or its winners, with their players. */
export function DrawTickets({ of: draw, winners }: DrawTicketsProps) {
  const { filters: set } = useAddress();
  const name = betNames.find((one) => one === set['bet']);
  const query = { player: set['player'], name, stake: set['stake'], winners: winners ? ('yes' as const) : undefined };
  const list = useList(
    listDrawTickets,
    { params: { id: draw.id }, query },
    { ...(draw.status !== 'settled' && { every: 5_000 }) },
  );
  return (
    <>
      <FilterBar
        filters={filters}
        list={list}
        sums={winners ? sumOfWinners(draw, list.rows, list.hasMore) : sumOf(draw)}
      />
      <Panel fills>
        <ListTable
          label={winners ? words.views.winners : kitWords.columns.tickets}
          list={list}
          fold={['player', winners ? 'won' : 'stake', 'betType numbers', 'status']}
          columns={columns[winners ? 'winners' : 'tickets']}
          opens={false}
          empty={<NothingFound says={winners ? says.noWinners : says.none} filters={filters} />}
        />
      </Panel>
    </>
  );
}

function sumOf({ total }: OpenedDraw): string {
  return says.sold(amount(total.tickets), amount(total.staked));
}

/** How many of them are large, which the first rows show, and whether all is paid. */
function sumOfWinners({ dues }: OpenedDraw, rows: readonly Ticket[], hasMore: boolean): string | undefined {
  if (dues === null) return undefined;
  const found = rows.filter(({ paid }) => paid !== null && paid > large).length;
  const rest = dues.owedAmount - dues.paidAmount;
  return says.winnersOf(
    amount(dues.owed),
    amount(dues.owedAmount),
    rest === 0 ? null : amount(rest),
    hasMore && found === rows.length ? `${amount(found)}+` : amount(found),
  );
}
