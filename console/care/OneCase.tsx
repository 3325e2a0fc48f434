import {
  assignCareCase,
  caseOutcomes,
  closeCareCase,
  contactWays,
  getCareCase,
  noteCareContact,
} from '#contract/calls/operator/care.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/care.ts';
import { useMay } from '#console/api/useMay.ts';
import { useApi } from '#console/api/queries.ts';
import { useMe } from '#console/api/session-state.ts';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Choice, TextArea, TextField } from '#console/kit/Fields.tsx';
import { named } from '#console/kit/named.ts';
import { OneAct } from '#console/kit/OneAct.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { PlayerLink } from '#console/kit/Subject.tsx';
import { Status, Tag } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useDraft } from '#console/kit/useDraft.ts';
import { amount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/care.ts';
import { Signs } from './Signs.tsx';
import styles from './Care.module.css';
import { WorkerActs } from './WorkerActs.tsx';

type Case = AnswerOf<typeof contract.getCareCase>['data'];

interface Shows {
  readonly of: Case;
  /** After an act. */
  readonly again: () => void;
}

/** One case beside the list. Each look is recorded, so it is fetched then and after an act. */
export function OneCase({ id }: { readonly id: string }) {
  const query = useApi(
    getCareCase,
    { params: { id } },
    { staleTime: Infinity, refetchOnWindowFocus: false, select: ({ data }) => data },
  );
  const again = () => void query.refetch();
  if (!query.data) {
    return <OpenPanel title={words.title}>{query.error && <Problem error={query.error} again={again} />}</OpenPanel>;
  }
  return <Opened of={query.data} again={again} />;
}

function Opened({ of, again }: Shows) {
  const mayAct = useMay('closeCareCase');
  const isOpen = of.closedAt === null;
  const acts = isOpen && mayAct;
  return (
    <OpenPanel
      title={words.one(of.id)}
      beside={
        <Status is={isOpen ? 'wait' : 'ok'}>{of.outcome === null ? words.open : words.outcomes[of.outcome]}</Status>
      }
      end={
        <SheetButton
          when={acts}
          size="head"
          keys="c"
          writes
          sheet={(close) => <Close of={of} again={again} onClose={close} />}
        >
          {words.close.button}
        </SheetButton>
      }
    >
      <Scroll>
        <div className="body">
          <Facts
            of={[
              [words.player, <PlayerLink key="player" id={of.clientId} />],
              [
                words.columns.opened,
                <span key="opened">
                  <Time at={of.openedAt} show="full" /> · {of.openedBy}
                </span>,
              ],
              of.reason !== null && [words.why, of.reason],
              [words.columns.whose, of.assignedTo ?? '–'],
              of.closedAt !== null && [
                words.ended,
                <span key="ended">
                  <Time at={of.closedAt} show="full" /> · {of.closedBy} · {of.closingReason}
                </span>,
              ],
            ]}
          />
          {acts && <Whose of={of} again={again} />}
        </div>
        <Section title={words.signs} bare>
          <Signs label={words.signs} of={of.indicators} />
        </Section>
        <Contacts of={of} again={again} writes={acts} />
        <Changes of={of} again={again} />
        <Section title={words.acts} bare>
          <WorkerActs of={of.acts} />
        </Section>
      </Scroll>
    </OpenPanel>
  );
}

/** Takes the case, or assigns it to somebody by name. */
function Whose({ of, again }: Shows) {
  const { name } = useMe();
  const act = useAct(assignCareCase, { about: String(of.id), done: () => ({ says: words.given }), onDone: again });
  const [to, setTo] = useDraft(assignCareCase, 'to', '');
  const give = (whom: string) => void act.run({ params: { id: String(of.id) }, body: { to: whom } });
  const isOff = act.step !== 'idle';
  return (
    <>
      <div className="row low">
        {of.assignedTo !== name && (
          <Button keys="t" writes isOff={isOff} onPress={() => give(name)}>
            {words.take}
          </Button>
        )}
        <TextField label={words.give} value={to} onChange={setTo} width={160} autoComplete="off" />
        <Button writes isOff={isOff || to.trim() === ''} onPress={() => give(to.trim())}>
          {words.giveDo}
        </Button>
      </div>
      {act.error !== null && <Problem error={act.error} />}
    </>
  );
}

function Contacts({ of, again, writes }: Shows & { readonly writes: boolean }) {
  const { contact } = words;
  const about = String(of.id);
  const [way, setWay] = useDraft<(typeof contactWays)[number]>(noteCareContact, 'way', 'call');
  const [isReached, setReached] = useDraft<boolean>(noteCareContact, 'reached', false);
  const [text, setText] = useDraft(noteCareContact, 'text', '');
  const act = useAct(noteCareContact, {
    done: () => ({ says: contact.done }),
    onDone: () => {
      setText('');
      setReached(false);
      again();
    },
  });
  const body = { number: of.contacts.length + 1, way, reached: isReached, text: inOneLine(text) };
  return (
    <Section title={words.contacts}>
      {of.contacts.length === 0 && <p className="small quiet">{words.noContact}</p>}
      {of.contacts.map((one) => (
        <article key={one.number} className={styles.contact}>
          <div className="row small quiet">
            <Tag tone={one.reached ? 'plain' : 'wait'}>{words.ways[one.way]}</Tag>
            <span>
              {one.by}, <Time at={one.at} show="full" />
              {one.reached && ` · ${contact.reached}`}
            </span>
          </div>
          {one.text}
        </article>
      ))}
      {writes && (
        <div className="stack">
          <Choice label={contact.way} value={way} onChange={setWay} options={named(words.ways, contactWays)} />
          <label className="small">
            <input type="checkbox" checked={isReached} onChange={(event) => setReached(event.target.checked)} />{' '}
            {contact.reached}
          </label>
          <TextArea label={contact.text} value={text} onChange={setText} rows={2} maxLength={2_000} />
          <div className="row">
            <Button
              kind="act"
              isOff={body.text === '' || act.step !== 'idle'}
              onPress={() => void act.run({ params: { id: about }, body })}
            >
              {contact.save}
            </Button>
          </div>
          {act.error !== null && <Problem error={act.error} />}
        </div>
      )}
    </Section>
  );
}

/** A week's share of the amount of some days; none for less than a day, which says nothing. */
const weekly = (francs: number, days: number) => (days < 1 ? '–' : amount(Math.round((francs * 7) / days)));

/** Stakes and deposits before and after the opening, each contact and each act. */
function Changes({ of }: Shows) {
  const { change } = words;
  const nameOf = (at: string) => {
    const contact = of.contacts.find((one) => one.at === at);
    if (contact) return words.ways[contact.way];
    const act = of.acts.find((one) => one.at === at);
    return act ? words.did[act.did] : change.opening;
  };
  return (
    <Section title={words.changes} bare>
      <Table
        label={words.changes}
        rows={of.changes}
        rowId={({ at }) => at}
        heads={change}
        columns={[
          {
            key: 'at',
            cell: ({ at }) => (
              <>
                {nameOf(at)} <Time at={at} />
              </>
            ),
          },
          {
            key: 'staked',
            cell: (row) => words.fromTo(weekly(row.stakedBefore, 28), weekly(row.stakedAfter, row.days)),
            align: 'right',
            width: 150,
          },
          {
            key: 'deposited',
            cell: (row) => words.fromTo(weekly(row.depositedBefore, 28), weekly(row.depositedAfter, row.days)),
            align: 'right',
            width: 150,
          },
        ]}
      />
    </Section>
  );
}

function Close({ of, again, onClose }: Shows & { readonly onClose: () => void }) {
  const [outcome, setOutcome] = useDraft<(typeof caseOutcomes)[number]>(closeCareCase, 'outcome', 'eased');
  return (
    <OneAct
      made={closeCareCase}
      input={(reason) => ({ params: { id: String(of.id) }, body: { outcome, reason } })}
      done={words.close.done}
      onDone={again}
      onClose={onClose}
      title={words.close.title}
      intro={words.close.intro}
      before={<Status is="wait">{words.open}</Status>}
      after={<Status is="ok">{words.outcomes[outcome]}</Status>}
      button={words.close.do}
    >
      <Choice
        label={words.close.outcome}
        value={outcome}
        onChange={setOutcome}
        options={named(words.outcomes, caseOutcomes)}
      />
    </OneAct>
  );
}
