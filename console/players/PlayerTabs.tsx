import { type ReactNode } from 'react';
import { Link } from 'wouter';
import {
  getPlayerIdentity,
  getPlayerLimits,
  getPlayerSessions,
  listPlayerLooks,
  listPlayerNotes,
  listPlayerPayments,
  listPlayerStatement,
  listPlayerTickets,
  writeNote,
} from '#contract/calls/operator/players.ts';
import { transactionKinds } from '#contract/calls/wallet.ts';
import type { Player } from '#contract/operator/players.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { DrawLink, PaymentLink, PlayerLink, RequestLink } from '#console/kit/Subject.tsx';
import { TextArea } from '#console/kit/Fields.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { useKeys } from '#console/kit/keys.ts';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { Tag } from '#console/kit/Status.tsx';
import { ListTable, Table, type Column, type Fold } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type List } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { addDays, startOf } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { lookName, methodName, providerName } from '#console/values/names.ts';
import { words as documentWords } from '#console/words/en/documents.ts';
import { words as paymentWords } from '#console/words/en/payments.ts';
import { words } from '#console/words/en/players.ts';
import { PlayerCare } from '#console/care/PlayerCare.tsx';
import { Origin } from './Origin.tsx';
import styles from './Player.module.css';

const all = [
  'statement',
  'tickets',
  'payments',
  'limits',
  'sessions',
  'identity',
  'notes',
  'looks',
  'origin',
  // Not everybody sees it, and the keys of the others stay.
  'care',
] as const;
type Tab = (typeof all)[number];

interface Shows {
  readonly id: number;
}

/** The lists about one player; `view` in the address names one, and the keys 1 to 9 and 0 choose. */
export function Tabs({ player }: { readonly player: Player }) {
  const { view, change } = useAddress();
  const tabs = useMay('getPlayerCare') ? all : all.filter((tab) => tab !== 'care');
  const open: Tab = tabs.find((tab) => tab === view) ?? 'statement';
  useKeys(
    tabs.map((tab, index) => ({
      keys: String((index + 1) % 10),
      says: words.tabs[tab].toLowerCase(),
      run: () => change({ view: tab, filters: withoutFilters }),
    })),
  );
  const { id } = player;
  return (
    <Panel fills>
      <TabLinks tabs={tabs} open={open} />
      {/* The part below has headings of its own. */}
      <h2>
        <VisuallyHidden>{words.tabs[open]}</VisuallyHidden>
      </h2>
      {shows[open]({ id })}
    </Panel>
  );
}

/** The links to the tabs of a player. */
export function TabLinks({ tabs, open }: { readonly tabs: readonly Tab[]; readonly open: Tab }) {
  const { link } = useAddress();
  return (
    <nav className={styles.tabs} aria-label={words.one}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          className={styles.tab}
          to={link({ view: tab, filters: withoutFilters, open: null })}
          aria-current={tab === open ? 'page' : undefined}
        >
          {words.tabs[tab]}
        </Link>
      ))}
    </nav>
  );
}

/** The filters of the lists, of which another list has none. */
const withoutFilters = { kind: null, day: null, direction: null, wallet: null };

const shows: Readonly<Record<Tab, (of: Shows) => ReactNode>> = {
  tickets: ({ id }) => <Tickets id={id} />,
  statement: ({ id }) => <Statement id={id} />,
  payments: ({ id }) => <Payments id={id} />,
  limits: ({ id }) => <Limits id={id} />,
  sessions: ({ id }) => <Sessions id={id} />,
  identity: ({ id }) => <Identity id={id} />,
  notes: ({ id }) => <Notes id={id} />,
  looks: ({ id }) => <Looks id={id} />,
  origin: ({ id }) => <Origin id={id} />,
  care: ({ id }) => <PlayerCare id={id} />,
};

interface ListTabProps<Row> {
  readonly of: 'tickets' | 'statement' | 'payments' | 'looks';
  readonly list: List<Row>;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  readonly fold: Fold;
}

/** A list with its filters above. */
function ListTab<Row extends { readonly id: string }>({ of, list, filters, ...shown }: ListTabProps<Row>) {
  return (
    <>
      <div className={styles.filters}>
        <FilterBar filters={filters} list={list} />
      </div>
      <ListTable
        label={words.tabs[of]}
        list={list}
        opens={false}
        empty={<NothingFound says={words.nothing[of]} filters={filters} />}
        {...shown}
      />
    </>
  );
}

const day: Filter = { name: 'day', label: words.day, kind: 'day' };

/** The beginning and the end of the day in the address. */
function useDay(): { from?: string; to?: string } {
  const { filters } = useAddress();
  const on = filters['day'];
  return on === undefined ? {} : { from: startOf(on), to: startOf(addDays(on, 1)) };
}

function Tickets({ id }: Shows) {
  const list = useList(listPlayerTickets, { params: { id: String(id) }, query: useDay() }, {});
  const { tickets } = words;
  return (
    <ListTab
      of="tickets"
      list={list}
      filters={[day]}
      fold={['bet', 'stake', 'draw serial', 'status']}
      columns={[
        { key: 'at', time: ({ acceptedAt }) => acceptedAt, width: 150 },
        { key: 'serial', head: tickets.serial, cell: ({ serial }) => serial, look: 'mono', whole: true, width: 110 },
        {
          key: 'bet',
          head: tickets.bet,
          cell: ({ name, selectedNumbers }) => (
            <>
              {name} <span className="mono">{selectedNumbers.join(' ')}</span>
            </>
          ),
          whole: true,
        },
        { key: 'draw', cell: ({ drawId, fullDate }) => <DrawLink id={drawId} at={fullDate} />, width: 110 },
        { key: 'stake', amount: ({ betAmount }) => betAmount, width: 80 },
        { key: 'paid', amount: ({ payout }) => payout, width: 90 },
        { key: 'status', cell: ({ status }) => words.ticketStatuses[status] ?? status, whole: true, width: 80 },
      ]}
    />
  );
}

const kind: Filter = {
  name: 'kind',
  label: words.kind,
  kind: 'choice',
  options: transactionKinds.map((value) => ({ value, label: words.lines[value] ?? value })),
};

/** The lines of the statement; up to a moment where one is given. */
export function Statement({ id, until = null }: Shows & { readonly until?: string | null }) {
  const { filters } = useAddress();
  const query = { kind: filters['kind'], ...useDay() };
  const isCut = until !== null && (query.to === undefined || until < query.to);
  const list = useList(
    listPlayerStatement,
    { params: { id: String(id) }, query: { ...query, ...(isCut && { to: until }) } },
    {},
  );
  return (
    <ListTab
      of="statement"
      list={list}
      filters={[day, kind]}
      fold={['what', 'amount', 'of at', 'after']}
      columns={[
        { key: 'at', width: 150, time: (row) => row.at, show: 'full' },
        {
          key: 'what',
          cell: (row) => words.lines[row.kind] ?? row.kind,
          look: 'bold',
          width: 150,
          filter: { name: 'kind', value: (row) => row.kind },
        },
        {
          key: 'of',
          head: '',
          cell: ({ ticket, drawId, kind: of, reference }) =>
            ticket && drawId ? (
              <Opens to={`/draws/${drawId}`}>
                {ticket.name} <span className="mono">{ticket.selectedNumbers.join(' ')}</span>
              </Opens>
            ) : of === 'deposit' || of.startsWith('withdrawal') ? (
              <PaymentLink id={reference} />
            ) : null,
        },
        { key: 'amount', difference: (row) => row.amount, width: 90 },
        {
          key: 'after',
          head: words.after,
          cell: ({ dep, win }) => words.wallets(amount(dep), amount(win)),
          look: 'quiet',
          align: 'right',
          width: 200,
        },
      ]}
    />
  );
}

/** Uses the same words as the payments' own screen. */
function statusOf(status: string): string {
  return (paymentWords.short as Readonly<Record<string, string>>)[status] ?? status;
}

const direction: Filter = {
  name: 'direction',
  label: words.direction,
  kind: 'choice',
  options: ['deposit', 'withdrawal'].map((value) => ({ value, label: words.lines[value] ?? value })),
};

function Payments({ id }: Shows) {
  const { filters } = useAddress();
  const list = useList(
    listPlayerPayments,
    { params: { id: String(id) }, query: { direction: filters['direction'] } },
    {},
  );
  return (
    <ListTab
      of="payments"
      list={list}
      filters={[direction]}
      fold={['what', 'amount', 'provider at', 'status']}
      columns={[
        { key: 'at', width: 150, time: (row) => row.createdAt, show: 'full' },
        { key: 'id', cell: (row) => <PaymentLink id={row.id} />, copy: (row) => row.id, width: 90 },
        {
          key: 'what',
          cell: (row) => words.lines[row.direction],
          look: 'bold',
          whole: true,
          width: 130,
          filter: { name: 'direction', value: (row) => row.direction },
        },
        { key: 'provider', cell: (row) => `${providerName(row.provider)}, ${methodName(row.method)}` },
        { key: 'reference', cell: (row) => row.providerRef ?? '–', look: 'mono' },
        { key: 'amount', amount: (row) => row.amount, width: 70 },
        { key: 'status', cell: (row) => statusOf(row.status), whole: true, width: 80 },
      ]}
    />
  );
}

function Limits({ id }: Shows) {
  const query = useApi(getPlayerLimits, { params: { id: String(id) } }, { select: ({ data }) => data });
  const { limits } = words;
  if (query.error) return <NoAnswer of={query} />;
  return (
    <Scroll>
      <Table
        density={27}
        label={words.tabs.limits}
        rows={query.data?.limits}
        rowId={(row) => `${row.kind} ${row.period}`}
        none={words.nothing.limits}
        heads={limits}
        columns={[
          {
            key: 'kind',
            head: words.tabs.limits,
            cell: (row) => `${limits.limit[row.kind]} ${limits.period[row.period]}`,
          },
          { key: 'holds', amount: (row) => row.amount, look: 'bold', width: 110 },
          { key: 'own', amount: (row) => row.own, width: 110 },
          { key: 'ours', amount: (row) => row.tightened?.amount, width: 120 },
          { key: 'used', amount: (row) => row.used, width: 110 },
          { key: 'by', cell: (row) => row.tightened?.setBy ?? '', width: 130 },
        ]}
      />
      <Section title={limits.locks} bare>
        <Table
          density={27}
          label={limits.locks}
          rows={query.data?.locks}
          rowId={(row) => `${row.kind} ${row.beginsAt}`}
          none={words.nothing.locks}
          columns={[
            { key: 'lock', head: limits.lock, cell: (row) => words.acts.locks[row.kind], width: 110 },
            { key: 'from', width: 150, time: (row) => row.beginsAt, show: 'full' },
            { key: 'until', width: 150, time: (row) => row.endsAt, show: 'full' },
            { key: 'by', cell: (row) => row.lockedBy, width: 120 },
            { key: 'reason', cell: (row) => row.reason },
            {
              key: 'lifted',
              head: limits.lifted,
              cell: (row) => (row.liftedAt === null ? '' : <RequestLink id={row.liftedBy!} at={row.liftedAt} />),
              width: 70,
            },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function Sessions({ id }: Shows) {
  const query = useApi(getPlayerSessions, { params: { id: String(id) } }, { select: ({ data }) => data });
  const { sessions } = words;
  if (query.error) return <NoAnswer of={query} />;
  return (
    <Scroll>
      <Table
        density={27}
        label={sessions.title}
        rows={query.data?.sessions}
        none={words.nothing.sessions}
        heads={sessions}
        columns={[
          { key: 'device', cell: (row) => row.device },
          { key: 'known', cell: (row) => (row.known ? sessions.yes : sessions.no), width: 80 },
          { key: 'since', width: 150, time: (row) => row.createdAt, show: 'full' },
          { key: 'seen', width: 150, time: (row) => row.lastSeenAt, show: 'full' },
          { key: 'ends', time: (row) => row.expiresAt, show: 'full', width: 150 },
        ]}
      />
      <Section title={sessions.devices} bare>
        <Table
          density={27}
          label={sessions.devices}
          rows={query.data?.devices}
          rowId={(row) => `${row.name} ${row.firstSeenAt}`}
          none={words.nothing.devices}
          columns={[
            { key: 'device', cell: (row) => row.name },
            { key: 'since', width: 150, time: (row) => row.firstSeenAt, show: 'full' },
            { key: 'seen', width: 150, time: (row) => row.lastSeenAt, show: 'full' },
            {
              key: 'shared',
              head: sessions.shared,
              cell: (row) =>
                row.sharedWith.map((other) => (
                  <span key={other}>
                    <PlayerLink id={other} />{' '}
                  </span>
                )),
            },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function Identity({ id }: Shows) {
  const { identity } = words;
  const sees = useMay('getPlayerIdentity');
  const query = useApi(
    getPlayerIdentity,
    { params: { id: String(id) } },
    { enabled: sees, select: ({ data }) => data },
  );
  if (!sees) return <Empty says={identity.hidden} />;
  if (query.error) return <NoAnswer of={query} />;
  return (
    <Scroll>
      <Table
        density={27}
        label={identity.documents}
        rows={query.data?.documents}
        none={words.nothing.documents}
        heads={identity}
        columns={[
          {
            key: 'type',
            cell: (row) => `${documentWords.types[row.type]}, ${row.country}`,
            to: (row) => `/documents?open=${row.id}`,
          },
          { key: 'number', cell: (row) => row.last4, width: 80 },
          { key: 'status', cell: (row) => identity.statuses[row.status], width: 90 },
          { key: 'sent', width: 150, time: (row) => row.submittedAt, show: 'full' },
          { key: 'by', cell: (row) => row.decidedBy ?? '–', width: 120 },
          { key: 'valid', cell: (row) => row.expiresOn, width: 100 },
        ]}
      />
      <Section title={identity.matches} bare>
        <Table
          density={27}
          label={identity.matches}
          rows={query.data?.matches}
          rowId={(row) => row.source}
          none={words.nothing.matches}
          heads={identity}
          columns={[
            { key: 'source', cell: (row) => row.source },
            { key: 'since', width: 150, time: (row) => row.matchedAt, show: 'full' },
            { key: 'until', width: 150, time: (row) => row.endsAt, show: 'full' },
            { key: 'cleared', cell: (row) => row.clearedBy ?? '–', width: 130 },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function Notes({ id }: Shows) {
  const { notes } = words;
  const [text, setText] = useDraft(writeNote, 'text', '');
  const [readFirst, setReadFirst] = useDraft<boolean>(writeNote, 'readFirst', false);
  const list = useList(listPlayerNotes, { params: { id: String(id) }, query: {} }, {});
  const act = useAct(writeNote, {
    done: () => ({ says: notes.saved }),
    onDone: () => {
      setText('');
      setReadFirst(false);
    },
  });
  const writes = useMay('writeNote');
  return (
    <>
      {writes && (
        <div className={styles.write}>
          <TextArea label={notes.write} value={text} onChange={setText} rows={2} maxLength={2_000} />
          <div className="row">
            <label className="small">
              <input type="checkbox" checked={readFirst} onChange={(event) => setReadFirst(event.target.checked)} />{' '}
              {notes.readFirst}
            </label>
            <span className="grow" />
            <Button
              kind="act"
              isOff={text.trim() === '' || act.step !== 'idle'}
              onPress={() => void act.run({ params: { id: String(id) }, body: { text: inOneLine(text), readFirst } })}
            >
              {notes.save}
            </Button>
          </div>
          {act.error !== null && <Problem error={act.error} />}
        </div>
      )}
      <Scroll>
        {list.error && <Problem error={list.error} again={list.again} />}
        {!list.isLoading && list.rows.length === 0 && <Empty says={words.nothing.notes} />}
        {list.rows.map((row) => (
          <article key={row.id} className={styles.note}>
            <div className="row small quiet">
              {row.readFirst && <Tag tone="wait">{words.readFirst.name}</Tag>}
              <span>
                {row.writtenBy}, <Time at={row.at} show="full" />
              </span>
            </div>
            {row.text}
          </article>
        ))}
        {list.hasMore && <Button onPress={list.more}>{words.notes.older}</Button>}
      </Scroll>
    </>
  );
}

function Looks({ id }: Shows) {
  const list = useList(listPlayerLooks, { params: { id: String(id) }, query: {} }, {});
  return (
    <ListTab
      of="looks"
      list={list}
      filters={[]}
      fold={['who', '', 'what why', 'at']}
      columns={[
        { key: 'at', width: 150, time: (row) => row.at, show: 'full' },
        { key: 'who', cell: ({ who }) => who, width: 150 },
        { key: 'what', cell: ({ what }) => lookName(what), width: 160 },
        { key: 'why', cell: ({ why }) => why ?? '–' },
      ]}
    />
  );
}

/** The last two looks, beside the player. */
export function LastLooks({ id }: Shows) {
  const { looks } = words;
  const query = useApi(
    listPlayerLooks,
    { params: { id: String(id) }, query: { limit: '2' } },
    { select: ({ data }) => data },
  );
  return (
    <Panel title={looks.title} end={<span className="small quiet">{looks.lastTwo}</span>}>
      {query.error ? (
        <Problem error={query.error} />
      ) : (
        <Table
          label={looks.title}
          density={25}
          rows={query.data}
          columns={[
            { key: 'at', time: ({ at }) => at, width: 90 },
            { key: 'who', cell: ({ who }) => who },
            { key: 'why', cell: ({ why, what }) => why ?? lookName(what) },
          ]}
        />
      )}
    </Panel>
  );
}
