import { useState } from 'react';
import { useParams } from 'wouter';
import { navigate } from '#console/kit/navigate.ts';
import { getPlayer, openNote, unmask, unmaskedFields } from '#contract/calls/operator/players.ts';
import type { Player as PlayerOf } from '#contract/operator/players.ts';
import { useApi } from '#console/api/queries.ts';
import { useMe } from '#console/api/session-state.ts';
import { serverNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Choice } from '#console/kit/Fields.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { named } from '#console/kit/named.ts';
import { useKeys } from '#console/kit/keys.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { MomentButton, useMoment } from '#console/kit/Moment.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { ReplayButton } from '#console/kit/ReplayButton.tsx';
import { Status, Tag } from '#console/kit/Status.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { formatPhone } from '#domain/phone.ts';
import { amount, difference } from '#console/values/amounts.ts';
import { dayOf, formatDay } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { countryName } from '#console/values/names.ts';
import { words } from '#console/words/en/players.ts';
import { Acts } from './Acts.tsx';
import { LastLooks, Tabs } from './PlayerTabs.tsx';
import { PlayerAt } from './PlayerAt.tsx';
import { States } from './Players.tsx';
import styles from './Player.module.css';

const BalanceChart = lazySheet(async () => (await import('#console/charts/BalanceChart.tsx')).BalanceChart);

type Unmasked = Partial<Record<(typeof unmaskedFields)[number], string>>;

/** One player, now or as the wallets were at the moment in the address. */
export default function Player() {
  const { id } = useParams<{ id: string }>();
  const at = useMoment();
  return at === null ? <Now id={id} /> : <PlayerAt id={Number(id)} at={at} />;
}

/** Opening a player is recorded, so it is fetched then and after an act, and not in the background. */
function Now({ id }: { readonly id: string }) {
  const query = useApi(
    getPlayer,
    { params: { id }, query: {} },
    // Each opening reads the player again, since a note may have to be read first by now.
    { refetchOnMount: 'always', refetchOnWindowFocus: false, select: ({ data }) => data },
  );
  useKeys([{ keys: 'Escape', says: words.back, run: () => navigate('/players'), foot: true }]);
  if (query.data) return <Opened key={id} player={query.data} />;
  return (
    <Screen title={`${words.one} ${id}`}>
      <Panel fills>{query.error && <Problem error={query.error} again={() => void query.refetch()} />}</Panel>
    </Screen>
  );
}

function Opened({ player }: { readonly player: PlayerOf }) {
  const [shown, setShown] = useState<Unmasked>({});
  const { figures, facts } = words;
  const name = shown.name ?? (player.lastName === null ? null : `${player.firstName} ${player.lastName}`);
  const seen = shown.phone ?? player.phone;
  const phone = seen && formatPhone(seen);
  const { wallets, openStakes, deposits, withdrawals } = player;
  const at = (view: string, more = '') => `?view=${view}${more}`;
  return (
    <Screen
      title={`${words.one} ${phone ?? player.id}`}
      rows={player.readFirst.length > 0 ? 'auto auto minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
      flows
      beside={
        <>
          <States of={player.states} />
          {/* With the day, so that a link to a step is right tomorrow too. */}
          <ReplayButton to={`/players/${player.id}/replay?day=${dayOf(serverNow())}`} />
          <MomentButton />
          {player.masked && (
            <>
              <Tag>{words.masked}</Tag>
              <SheetButton
                size="head"
                keys="u"
                sheet={(close) => (
                  <Unmask
                    id={player.id}
                    onClose={close}
                    onShown={(field, value) => setShown({ ...shown, [field]: value })}
                  />
                )}
              >
                {words.unmask.button}
              </SheetButton>
            </>
          )}
        </>
      }
    >
      {player.readFirst.length > 0 && <ReadFirst notes={player.readFirst} />}
      <Panel>
        <Figures>
          <Figure
            label={figures.dep}
            value={amount(wallets.dep)}
            to={at('origin', '&wallet=dep')}
            note={figures.depNote}
          />
          <Figure
            label={figures.win}
            value={amount(wallets.win)}
            to={at('origin', '&wallet=win')}
            note={figures.winNote}
          />
          <Figure
            label={figures.held}
            value={amount(wallets.held)}
            to={at('payments', '&direction=withdrawal')}
            note={wallets.owed > 0 ? figures.owed(amount(wallets.owed)) : figures.heldNote}
          />
          <Figure
            label={figures.stakes}
            value={amount(openStakes.amount)}
            to={at('tickets')}
            note={figures.tickets(openStakes.tickets)}
          />
          <Figure
            label={figures.in}
            value={amount(deposits.amount)}
            to={at('payments', '&direction=deposit')}
            note={figures.deposits(deposits.count)}
          />
          <Figure
            label={figures.out}
            value={amount(withdrawals.amount)}
            to={at('payments', '&direction=withdrawal')}
            note={figures.withdrawals(withdrawals.count)}
          />
          <Figure label={figures.house} value={difference(-player.net)} to={at('statement')} note={figures.houseNote} />
        </Figures>
      </Panel>
      <div className="withSide">
        <div className={styles.main}>
          <BalanceChart id={player.id} balance={wallets.dep + wallets.win + wallets.held - wallets.owed} />
          <Tabs player={player} />
        </div>
        {/* The keyboard scrolls what it can reach. */}
        <div className="panels scrolls" tabIndex={0} role="group" aria-label={words.one}>
          <Holds player={player} />
          <Acts player={player} />
          <Panel title={words.one}>
            <div className="body">
              <Facts
                of={[
                  [facts.number, player.id],
                  [facts.phone, `${phone ?? '–'}${player.phoneProven ? '' : ` · ${facts.unproven}`}`],
                  [facts.email, shown.email ?? player.email ?? '–'],
                  [facts.name, name ?? '–'],
                  [facts.born, formatDay(shown.birth_date ?? player.birthDate)],
                  [facts.from, [countryName(player.country), shown.address ?? player.city].filter(Boolean).join(', ')],
                  [facts.tier, player.tier],
                  [facts.since, <Time key="since" at={player.createdAt} show="day" />],
                  [facts.signIn, player.lastSignInAt === null ? '–' : <Time key="at" at={player.lastSignInAt} />],
                ]}
              />
            </div>
          </Panel>
          <LastLooks id={player.id} />
        </div>
      </div>
    </Screen>
  );
}

/** The beginning of a longer note ends here. */
const longestBeginning = 80;

/** A note that closes every act until it is opened. */
function ReadFirst({ notes }: { readonly notes: PlayerOf['readFirst'] }) {
  const { readFirst } = words;
  const { change } = useAddress();
  const [note] = notes;
  const act = useAct(openNote, { onDone: () => change({ view: 'notes' }) });
  if (!note) return null;
  return (
    <section className={styles.first} aria-label={readFirst.name}>
      <Status is="wait">{readFirst.name}</Status>
      <p>
        <b>{note.begins.length < longestBeginning ? note.begins : `${note.begins}…`}</b>{' '}
        <span className="quiet">
          {note.writtenBy}, <Time at={note.at} show="full" />
        </span>
      </p>
      <span className="small quiet">{readFirst.waits}</span>
      <Button kind="act" keys="i" isOff={act.step !== 'idle'} onPress={() => void act.run({ params: { id: note.id } })}>
        {readFirst.open}
      </Button>
      {act.error !== null && <Problem error={act.error} />}
    </section>
  );
}

/** The restrictions on the player now. */
function Holds({ player }: { readonly player: PlayerOf }) {
  const { limits } = words;
  const lockOf = (kind: string) => player.locks.find((lock) => lock.kind === kind);
  const withdrawals = player.payouts && (
    <Status is={player.payouts.until === null ? 'bad' : 'wait'}>
      {limits.payouts[player.payouts.reason] ?? player.payouts.reason}
      {player.payouts.until !== null && (
        <>
          {' '}
          {limits.until} <Time at={player.payouts.until} />
        </>
      )}
    </Status>
  );
  const locked = (kind: 'sign_in' | 'play') => {
    const lock = lockOf(kind);
    if (!lock) return <Status is="ok">{limits.free}</Status>;
    return (
      <>
        <Status is="bad">
          {limits.until} <Time at={lock.endsAt} />
        </Status>{' '}
        <span className="small quiet">· {lock.lockedBy}</span>
      </>
    );
  };
  const { locks } = words.acts;
  return (
    <Panel title={limits.title}>
      <div className="body">
        <Facts
          of={[
            [locks.sign_in, locked('sign_in')],
            [locks.play, locked('play')],
            [locks.withdrawals, withdrawals ?? <Status is="ok">{limits.free}</Status>],
            player.pausedUntil !== null && [limits.break, <Time key="break" at={player.pausedUntil} show="full" />],
            player.waitsFor !== null && [limits.waits, limits.waitsFor[player.waitsFor]],
            player.closing !== null && [
              limits.closing,
              <Time key="closing" at={player.closing.erasesAt} show="full" />,
            ],
          ]}
        />
      </div>
    </Panel>
  );
}

interface UnmaskProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onShown: (field: keyof Unmasked, value: string) => void;
}

function Unmask({ id, onClose, onShown }: UnmaskProps) {
  const { unmask: of } = words;
  const { name } = useMe();
  const [field, setField] = useState<keyof Unmasked>('phone');
  return (
    <OneAct
      made={unmask}
      input={(reason) => ({ params: { id: String(id) }, body: { field, reason } })}
      onDone={({ data }) => onShown(field, data.value ?? of.nothing)}
      onClose={onClose}
      title={of.title}
      intro={`${of.intro} (${name})`}
      button={of.do}
    >
      <Choice label={of.field} value={field} onChange={setField} options={named(of.fields, unmaskedFields)} />
    </OneAct>
  );
}
