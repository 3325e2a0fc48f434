import { listDrawTickets } from '#contract/calls/operator/draws.ts';
import { betNames } from '#domain/bet-types.ts';
import type { Filter } from '#console/kit/filter.ts';
import { Opens } from '#console/kit/Figure.tsx';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import { named } from '#console/kit/named.ts';
import { navigate } from '#console/kit/navigate.ts';
import { NotLoaded } from '#console/kit/NotLoaded.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type List } from '#console/kit/useList.ts';
import { amount, none } from '#console/values/amounts.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
import { words } from '#console/words/en/draws.ts';
import type { OpenedDraw } from './late.tsx';
import { OpenTicket } from './OpenTicket.tsx';
import { multipleOf, Numbers, Player, Standing, type Ticket } from './tickets.tsx';

const { tickets: says } = words;

const standings = ['win', 'lost', 'pending', 'void'] as const;

const filters: readonly Filter[] = [
  { name: 'player', label: says.player, kind: 'text', hint: says.playerHint },
  { name: 'bet', label: says.bet, kind: 'one', options: betNames.map((value) => ({ value, label: value })) },
  { name: 'stake', label: says.stake, kind: 'amounts' },
  {
    name: 'status',
    label: words.filters.status,
    kind: 'choice',
    options: named({ ...says.statuses, win: says.won }, standings),
  },
];

type TicketColumn = Column<Ticket, typeof says.columns>;

const bet: Column<Ticket> = {
  key: 'betType',
  width: 84,
  whole: true,
  cell: ({ name }) => name,
  look: 'bold',
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
  cell: (ticket) => ticket.phone ?? none,
  look: 'quiet',
};
const stake: Column<Ticket> = { key: 'stake', width: 80, amount: (ticket) => ticket.stake, look: 'bold' };
const pays: TicketColumn = { key: 'pays', align: 'right', width: 64, spare: true, cell: multipleOf };
const status: Column<Ticket> = {
  key: 'status',
  width: 120,
  whole: true,
  cell: (ticket) => <Standing of={ticket} />,
  filter: { name: 'status', value: ({ status: is }) => is },
};
const serial: TicketColumn = {
  key: 'ticket',
  width: 120,
  spare: true,
  cell: (ticket) => <Serial of={ticket} />,
  copy: ({ id }) => id,
};

const columns: Readonly<Record<'tickets' | 'winners', readonly TicketColumn[]>> = {
  tickets: [
    bet,
    numbers,
    player,
    phone,
    { key: 'bought', width: 88, time: ({ acceptedAt }) => acceptedAt },
    stake,
    pays,
    {
      key: 'paid',
      align: 'right',
      width: 84,
      cell: ({ paid }) => (paid === null || paid === 0 ? amount(paid) : <b>{amount(paid)}</b>),
    },
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
    { key: 'won', width: 92, amount: ({ paid }) => paid, look: 'bold' },
    { key: 'paidAt', width: 88, time: ({ paidAt }) => paidAt },
    status,
    serial,
  ],
};

/** The limit of a large winning, as in the report of large winnings. */
const large = 1_000_000;

function Serial({ of: { id, serial: number } }: { readonly of: Ticket }) {
  const { link } = useAddress();
  return (
    <Opens to={link({ open: id })}>
      <span className="mono">{number}</span>
    </Opens>
  );
}

interface DrawTicketsProps {
  readonly of: OpenedDraw;
  /** Its winners alone, the largest first. */
  readonly winners: boolean;
}

/** The tickets of a draw, or its winners, with their players. */
export function DrawTickets({ of: draw, winners }: DrawTicketsProps) {
  const { filters: set, open, change } = useAddress();
  const shown = winners ? filters.filter((filter) => filter.name !== 'status') : filters;
  const isFiltered = shown.some((filter) => set[filter.name] !== undefined);
  const name = betNames.find((one) => one === set['bet']);
  const query = {
    player: set['player'],
    name,
    stake: set['stake'],
    ...(winners ? { winners: 'yes' as const } : { status: set['status'] }),
  };
  const list = useList(
    listDrawTickets,
    { params: { id: draw.id }, query },
    { ...(draw.status !== 'settled' && { every: 5_000 }) },
  );
  const all = winners ? (draw.dues?.owed ?? 0) : draw.total.tickets;
  const nothing = winners ? says.noWinners : draw.status === 'open' ? words.nothingSold : words.nothingWasSold;
  const ticket = list.rows.find(({ id }) => id === open);
  return (
    <>
      <FilterBar
        filters={shown}
        list={list}
        sums={isFiltered ? sumOfFound(list, all) : winners ? sumOfWinners(draw, list) : sumOf(draw)}
      />
      <Split
        size="narrow"
        list={
          <Panel fills>
            <ListTable
              label={winners ? words.views.winners : kitWords.columns.tickets}
              list={list}
              fold={['player', winners ? 'won' : 'stake', 'betType numbers', 'status']}
              heads={says.columns}
              columns={columns[winners ? 'winners' : 'tickets']}
              rowKeys={[
                { keys: 'Enter', says: says.keys.ticket, run: ({ id }) => change({ open: id }) },
                { keys: 'p', says: says.keys.player, run: ({ clientId }) => navigate(`/players/${clientId}`) },
              ]}
              empty={<NothingFound says={isFiltered ? says.none : nothing} filters={shown} />}
            />
          </Panel>
        }
        beside={
          open === null ? null : ticket ? (
            <OpenTicket of={ticket} draw={draw} />
          ) : list.isLoading ? null : (
            <NotLoaded title={says.columns.ticket} />
          )
        }
      />
    </>
  );
}

/** The tickets of the whole draw, while no filter is set. */
function sumOf({ total: { tickets, staked }, players }: OpenedDraw): string {
  const { figures } = words;
  return [
    figures.tickets(tickets, amount(tickets)),
    players !== null && figures.players(players, amount(players)),
    tickets > 0 && figures.average(amount(Math.round(staked / tickets))),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** How many the filters have found, as far as they are loaded. */
function sumOfFound({ rows, hasMore, isLoading }: List<Ticket>, all: number): string | undefined {
  return isLoading ? undefined : says.found(`${amount(rows.length)}${hasMore ? '+' : ''}`, amount(all));
}

/** How many of the winnings are large, which the first rows show. */
function sumOfWinners({ dues }: OpenedDraw, { rows, hasMore, isLoading }: List<Ticket>): string | undefined {
  if (dues === null || isLoading) return undefined;
  const found = rows.filter(({ paid }) => paid !== null && paid > large).length;
  return says.large(found === 0 ? null : `${amount(found)}${hasMore && found === rows.length ? '+' : ''}`);
}
