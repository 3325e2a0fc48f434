import { forbidPlay, listMayNotPlay, listPlayers } from '#contract/calls/operator/players.ts';
import type { ListedPlayer, ListedState, PlayerState } from '#contract/operator/players.ts';
import { countries } from '#domain/countries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import { chosenOf } from '#console/kit/address.ts';
import { LinkButton } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { PlayerLink } from '#console/kit/Subject.tsx';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { FilterBar, NothingFound } from '#console/kit/FilterBar.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { NotLoaded } from '#console/kit/NotLoaded.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { Note, Status, Tag, type Tone } from '#console/kit/Status.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { RequestButton } from '#console/kit/RequestButton.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type List, type RowOf } from '#console/kit/useList.ts';
import { formatPhone } from '#domain/phone.ts';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { countryName } from '#console/values/names.ts';
import { words } from '#console/words/en/players.ts';

const filters: readonly Filter[] = [
  { name: 'player', label: words.one.toLowerCase(), kind: 'text', hint: words.playerHint },
  {
    name: 'country',
    label: words.country,
    kind: 'choice',
    options: countries.map((value) => ({ value, label: countryName(value) })),
  },
];

const { columns } = words;

const listed: readonly Column<ListedPlayer, typeof columns>[] = [
  { key: 'name', folded: ({ name, id }) => name ?? words.opened(id), width: 170, cell: ({ name }) => name ?? '–' },
  { key: 'phone', cell: ({ phone }) => phone && formatPhone(phone), whole: true, width: 160 },
  { key: 'balance', width: 92, amount: ({ dep, win }) => dep + win, look: 'bold' },
  { key: 'dep', amount: ({ dep }) => dep, width: 92, spare: true },
  { key: 'win', amount: ({ win }) => win, width: 92, spare: true },
  { key: 'held', amount: ({ held }) => held, width: 84 },
  { key: 'seen', time: ({ lastSignInAt }) => lastSignInAt, width: 140, spare: true },
  { key: 'since', time: (row) => row.createdAt, show: 'day', width: 90 },
  { key: 'states', cell: ({ states }) => <States of={states} />, width: 170 },
  {
    key: 'country',
    cell: ({ country }) => country,
    width: 70,
    spare: true,
    filter: { name: 'country', value: ({ country }) => country },
  },
  { key: 'id', head: columns.number, cell: ({ id }) => id, align: 'right', width: 64 },
];

function useViews(): readonly View[] {
  const { views } = words;
  const named = (['locked', 'break', 'undone', 'document_waits', 'read_first', 'test'] as const).map((state) => ({
    name: views[state],
    search: `state=${state}`,
  }));
  const sees = useMay('listMayNotPlay');
  return [
    { name: views.all, search: '' },
    ...named,
    ...(sees ? [{ name: views.mayNotPlay, search: 'view=may-not-play' }] : []),
  ];
}

/** Players, listed by state and country; and persons who may not play. */
export default function Players() {
  const { view } = useAddress();
  return view === 'may-not-play' ? <MayNotPlay /> : <Listed />;
}

function Listed() {
  const { filters: set, open } = useAddress();
  const query = { state: set['state'] as ListedState | undefined, country: set['country'], player: set['player'] };
  const chosen = query.country ? [...chosenOf(query.country, countries)] : null;
  const list = useList(listPlayers, { query }, {});
  const row = list.rows.find(({ id }) => String(id) === open);
  const unlisted = !row && isMissing(list, open) && /^\d{1,15}$/.test(open) ? open : null;
  return (
    <Screen title={words.title} views={useViews()} heard={list} rows="auto minmax(0, 1fr)">
      <FilterBar
        filters={filters}
        list={list}
        end={
          <RequestButton
            asks="export_people"
            writes
            sheet={{ given: { state: query.state ?? null, countries: chosen } }}
          >
            {words.file.ask}
          </RequestButton>
        }
      />
      <ListPanel
        size="narrow"
        beside={row ? <Beside player={row} /> : unlisted === null ? null : <Unlisted id={unlisted} />}
        label={words.title}
        list={list}
        empty={<NothingFound says={words.none} filters={filters} />}
        fold={['name', 'balance', 'phone', 'states']}
        heads={columns}
        columns={listed}
      />
    </Screen>
  );
}

/** Whether the address opens a row that is not among the loaded rows of the list. */
function isMissing(
  { isLoading, error }: Pick<List<unknown>, 'isLoading' | 'error'>,
  open: string | null,
): open is string {
  return open !== null && !isLoading && error === null;
}

/** A link may name a player who is further down in the list. */
function Unlisted({ id }: { readonly id: string }) {
  return (
    <NotLoaded
      title={words.opened(Number(id))}
      end={
        <LinkButton to={`/players/${id}`} size="head">
          {words.openPage}
        </LinkButton>
      }
    />
  );
}

/** The data of the list, which does not count as a look at the player; the page of the player does. */
function Beside({ player }: { readonly player: ListedPlayer }) {
  const { facts, columns } = words;
  const path = `/players/${player.id}`;
  return (
    <OpenPanel
      title={words.opened(player.id)}
      end={
        <LinkButton to={path} size="head" keys="o">
          {words.openPage}
        </LinkButton>
      }
    >
      <div className="body stack">
        <Facts
          of={[
            [facts.phone, player.phone === null ? '–' : formatPhone(player.phone)],
            [facts.name, player.name ?? '–'],
            [columns.states, <States key="states" of={player.states} />],
            [facts.since, <Time key="since" at={player.createdAt} show="full" />],
            [facts.signIn, player.lastSignInAt === null ? '–' : <Time key="at" at={player.lastSignInAt} />],
            [columns.dep, amount(player.dep)],
            [columns.win, amount(player.win)],
            [columns.held, amount(player.held)],
          ]}
        />
        <Note>{words.openNote}</Note>
      </div>
    </OpenPanel>
  );
}

const tones: Readonly<Record<PlayerState, Tone>> = {
  erased: 'idle',
  unproven: 'idle',
  closing: 'wait',
  sign_in_locked: 'bad',
  play_locked: 'bad',
  withdrawals_locked: 'bad',
  break: 'wait',
  undone: 'bad',
  cooling_off: 'wait',
  matched: 'wait',
  document_waits: 'wait',
  test: 'idle',
  may_not_play: 'bad',
};

/** The states of a player: the first as a status, the rest as tags. */
export function States({ of: [first, ...rest] }: { readonly of: readonly PlayerState[] }) {
  if (first === undefined) return <Status is="ok">{words.active}</Status>;
  return (
    <span className="row">
      <Status is={tones[first]}>{words.states[first]}</Status>
      {rest.map((state) => (
        <Tag key={state} tone={tones[state] === 'bad' ? 'bad' : tones[state] === 'wait' ? 'wait' : 'plain'}>
          {words.states[state]}
        </Tag>
      ))}
    </span>
  );
}

function MayNotPlay() {
  const { forbidden } = words;
  const mayAdd = useMay('forbidPlay');
  const { open } = useAddress();
  const list = useList(listMayNotPlay, { query: {} }, {});
  const row = list.rows.find(({ id }) => id === open);
  const { columns, relations } = forbidden;
  return (
    <Screen title={words.title} views={useViews()} heard={list}>
      <ListPanel
        title={words.views.mayNotPlay}
        acts={
          mayAdd && (
            <SheetButton kind="opens danger" size="head" keys="a" sheet={(close) => <Forbid onClose={close} />}>
              {forbidden.add}
            </SheetButton>
          )
        }
        size="narrow"
        beside={
          row ? <Entry entry={row} /> : isMissing(list, open) ? <NotLoaded title={words.views.mayNotPlay} /> : null
        }
        label={words.views.mayNotPlay}
        list={list}
        empty={<Empty says={forbidden.none} />}
        fold={['name', 'phone', 'relation by', 'since']}
        heads={columns}
        columns={[
          { key: 'relation', cell: ({ relation }) => relations[relation], width: 110 },
          { key: 'name', cell: ({ name }) => name },
          {
            key: 'phone',
            cell: ({ phone }) => (phone === null ? '–' : formatPhone(phone)),
            whole: true,
            width: 170,
          },
          { key: 'client', cell: ({ clientId }) => clientId ?? '–', width: 90 },
          { key: 'by', cell: ({ addedBy }) => addedBy, width: 140 },
          {
            key: 'since',
            cell: ({ addedAt, endedAt }) =>
              endedAt === null ? <Time at={addedAt} /> : <Status is="idle">{forbidden.ended}</Status>,
            width: 170,
          },
        ]}
      />
    </Screen>
  );
}

function Entry({ entry }: { readonly entry: RowOf<typeof listMayNotPlay> }) {
  const { forbidden, limits } = words;
  return (
    <OpenPanel
      title={entry.name}
      end={
        <RequestButton
          asks="let_play"
          when={entry.endedAt === null}
          size="head"
          keys="l"
          writes
          sheet={{ about: entry.id, typed: entry.name }}
        >
          {forbidden.letPlay}
        </RequestButton>
      }
    >
      <div className="body">
        <Facts
          of={[
            [forbidden.relation, forbidden.relations[entry.relation]],
            entry.clientId !== null && [forbidden.columns.client, <PlayerLink key="client" id={entry.clientId} />],
            [forbidden.columns.since, <Time key="since" at={entry.addedAt} show="full" />],
            [forbidden.columns.by, entry.addedBy],
            [limits.reason, entry.reason],
          ]}
        />
      </div>
    </OpenPanel>
  );
}

function Forbid({ onClose }: { readonly onClose: () => void }) {
  const { forbidden } = words;
  const [relation, setRelation] = useDraft<keyof typeof forbidden.relations>(forbidPlay, 'relation', 'staff');
  const [name, setName] = useDraft(forbidPlay, 'name', '');
  const [phone, setPhone] = useDraft(forbidPlay, 'phone', '');
  const [client, setClient] = useDraft(forbidPlay, 'client', '');
  const hasPhoneOrClient = (phone.trim() === '') !== (client.trim() === '');
  return (
    <OneAct
      made={forbidPlay}
      input={(reason) => ({
        body: {
          relation,
          name,
          ...(phone.trim() === '' ? { clientId: Number(client) } : { phone }),
          reason,
        },
      })}
      done={forbidden.done}
      onClose={onClose}
      title={forbidden.title}
      intro={forbidden.intro}
      danger
      button={forbidden.do}
      demands={[
        { says: forbidden.name, isMet: name.trim() !== '' },
        { says: forbidden.phone, isMet: hasPhoneOrClient },
      ]}
    >
      <Choice
        label={forbidden.relation}
        value={relation}
        onChange={setRelation}
        options={(['staff', 'household', 'supplier'] as const).map((value) => ({
          value,
          label: forbidden.relations[value],
        }))}
      />
      <TextField label={forbidden.name} value={name} onChange={setName} maxLength={200} />
      <TextField label={forbidden.phone} value={phone} onChange={setPhone} width={220} />
      <TextField label={forbidden.client} value={client} onChange={setClient} inputMode="numeric" width={120} />
    </OneAct>
  );
}
