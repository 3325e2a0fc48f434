import { navigate } from '#console/kit/navigate.ts';
import { getRequest, listRequests } from '#contract/calls/operator/acts.ts';
import { withoutDirectionControls } from '#domain/direction-controls.ts';
import { fromHex, toHex } from '#domain/fair-draw/bytes.ts';
import { hashAct, readAct } from '#domain/signed-act.ts';
import { codeOf } from '#console/api/errors.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { ListFile } from '#console/kit/ListFile.tsx';
import { BeforeAfter } from '#console/kit/BeforeAfter.tsx';
import { Demands, type Demand } from '#console/kit/Demands.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Events, type Event } from '#console/kit/Events.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Check } from '#console/kit/Check.tsx';
import { LinkButton } from '#console/kit/Button.tsx';
import { useKeys } from '#console/kit/keys.ts';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { factsOf } from '#console/kit/request-facts.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { amount, difference } from '#console/values/amounts.ts';
import { Subject, screenOf } from '#console/kit/Subject.tsx';
import { formatFull, formatLeft, formatTime } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/requests.ts';
import { Answer } from './Answer.tsx';
import { EndReason } from './EndReason.tsx';
import { clockOf, tones, unmetOf, type OpenedRequest } from './states.ts';
import { Values } from '#console/kit/Values.tsx';
import styles from './Requests.module.css';

function useRequest(id: string) {
  const { data, error, isError, dataUpdatedAt, refetch } = useApi(
    getRequest,
    { params: { id } },
    // The worker looks for approved requests every second.
    { refetchInterval: ({ state }) => (state.data?.data.status === 'approved' ? 1_000 : 5_000) },
  );
  const request = data?.data;
  const subject = request && screenOf(request.subject);
  useKeys(subject ? [{ keys: 'o', says: words.keys.openSubject, run: () => navigate(subject), foot: true }] : []);
  const failed = isError && !request && (
    <Panel fills>
      {codeOf(error) === 'not_found' ? (
        <Empty says={words.missing} />
      ) : (
        <Problem error={error} again={() => void refetch()} />
      )}
    </Panel>
  );
  return {
    request,
    failed,
    title: request ? words.one(amount(request.number)) : words.title,
    mark: request && <Status is={tones[request.status]}>{words.status[request.status]}</Status>,
    heard: { heardAt: dataUpdatedAt || null, isStale: request !== undefined && isError },
  };
}

/** One request: the stored act, its checks now, its events so far, and the answer. */
export function OneRequest({ id }: { readonly id: string }) {
  const { request, failed, title, mark, heard } = useRequest(id);
  return (
    <Screen title={title} beside={mark} heard={heard} note={words.keys.enter}>
      {failed || (
        <div className={styles.columns}>
          {request && (
            <>
              <div className={styles.middle}>
                <What request={request} />
                <Others request={request} />
                <History request={request} />
              </div>
              <Panel title={words.answer} end={sayPlace(request)} isStale={heard.isStale} fills>
                <Scroll>
                  <Answer request={request} />
                </Scroll>
              </Panel>
            </>
          )}
        </div>
      )}
    </Screen>
  );
}

/** A request beside the inbox, where it is answered: its parts are below each other. */
export function OpenRequest({ id }: { readonly id: string }) {
  const { request, failed, title, mark, heard } = useRequest(id);
  return (
    <OpenPanel
      title={title}
      beside={mark}
      isStale={heard.isStale}
      end={<LinkButton to={`/requests/${id}`}>{words.openPage}</LinkButton>}
    >
      {failed}
      {request && (
        <Scroll>
          <div className={styles.beside}>
            <What request={request} />
            <Panel title={words.answer} end={sayPlace(request)} isStale={heard.isStale}>
              <Answer request={request} />
            </Panel>
            <Others request={request} />
            <History request={request} />
          </div>
        </Scroll>
      )}
    </OpenPanel>
  );
}

interface Of {
  readonly request: OpenedRequest;
}

const sayPlace = ({ status }: OpenedRequest) => (status === 'asked' ? words.twoOfTwo : null);

function What({ request }: Of) {
  return (
    <>
      <Unmet request={request} />
      <Act request={request} />
      <Now request={request} />
    </>
  );
}

/** The last other requests about the same subject. */
function Others({ request: { id, subject } }: Of) {
  // A subject without a number, as the timetable, cannot be looked for.
  const enabled = subject.includes(' ');
  const { data } = useApi(listRequests, { query: { subject, limit: '4' } }, { enabled });
  const others = (data?.data ?? []).filter((other) => other.id !== id).slice(0, 3);
  if (others.length === 0) return null;
  return (
    <Panel title={words.others}>
      <div className="body">
        <Facts
          of={others.map((other) => [
            <Opens key={other.id} to={`/requests/${other.id}`}>
              {words.number(amount(other.number))}
            </Opens>,
            <span key="of">
              {words.kind(other.kind)} · {other.askedBy} · <Time at={other.askedAt} /> ·{' '}
              <Status is={tones[other.status]}>{words.short[other.status]}</Status>
              {other.endedBecause !== null && (
                <>
                  {' '}
                  · <EndReason of={other} />
                </>
              )}
            </span>,
          ])}
        />
      </div>
    </Panel>
  );
}

function History({ request }: Of) {
  return (
    <Panel title={words.soFar}>
      <div className="body">
        <Events of={eventsOf(request)} />
      </div>
    </Panel>
  );
}

/** Why it cannot be done now, above all else. */
function Unmet({ request }: Of) {
  const unmet = unmetOf(request);
  if (unmet.length === 0) return null;
  return (
    <Note tone="bad">
      <b>{words.cannotBeDone}</b>
      <ul className={styles.unmet}>
        {unmet.map(({ code, params }) => (
          <li key={code}>
            <Check code={code} params={params} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Act({ request }: Of) {
  const { unsigned } = request;
  const how = unsigned === null ? words.cannotBeEdited : unsigned === 'demo' ? words.unsigned : words.fromToken;
  return (
    <Panel title={words.kind(request.kind)} end={how}>
      <div className="stack body">
        <Lead request={request} />
        <Checks request={request} />
        {hasValues(request) && (
          <BeforeAfter
            stacked={Object.keys(request.oldValues).length === 0}
            before={<Values of={request.oldValues} />}
            after={<Values of={request.newValues} />}
          />
        )}
        <Facts
          of={[
            ...factsOf(request.facts, request.nowFacts ?? request.facts),
            [
              words.facts.askedBy,
              <span key="by">
                <b>{request.askedBy}</b> · {formatFull(request.askedAt)}
                {request.askedWith !== null && ` · ${words.facts.signedWith(request.askedWith)}`}
                {request.askedLately > 0 && ` · ${words.facts.askedLately(request.askedLately)}`}
              </span>,
            ],
            [words.facts.reason, request.reason],
            request.evidence !== null && [words.facts.evidence, mono(request.evidence)],
            request.approvedBy !== null && [
              words.facts.agreed,
              <span key="agreed">
                <b>{request.approvedBy}</b> · {formatFull(request.approvedAt!)} · {request.approvedBecause}
              </span>,
            ],
            request.endedBecause !== null && [words.facts.ended, <EndReason key="ended" of={request} />],
            request.kind === 'export_people' && request.status === 'done'
              ? [
                  words.facts.file,
                  <ListFile key="file" of={{ file: `/operator/people-files/${request.id}` }} size="head" />,
                ]
              : null,
          ]}
        />
        {request.act !== null && (
          <Fold title={words.facts.bytes} name="technical">
            <Bytes of={request.act} />
          </Fold>
        )}
      </div>
    </Panel>
  );
}

/** Some kinds change nothing that has a value before and after. */
function hasValues({ oldValues, newValues }: OpenedRequest): boolean {
  return Object.keys(oldValues).length + Object.keys(newValues).length > 0;
}

/** The old values that are no longer as the asker saw them. */
function Now({ request: { nowValues, oldValues } }: { readonly request: OpenedRequest }) {
  const changed = Object.entries(nowValues ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(oldValues[name]),
  );
  if (changed.length === 0) return null;
  return (
    <Panel title={words.now.title} end={words.now.changed}>
      <div className="body">
        <Values of={Object.fromEntries(changed)} />
      </div>
    </Panel>
  );
}

/** The bytes that both sign: their hash, computed here, and the words in them. @param of in hex */
function Bytes({ of: hex }: { readonly of: string }) {
  const act = fromHex(hex, 'act');
  const hash = toHex(hashAct(act));
  return (
    <>
      <span className="mono" title={hash}>
        izi.act.v1 · {hash.slice(0, 4)} {hash.slice(4, 8)} {hash.slice(8, 12)} … {hash.slice(-4)}
      </span>
      <div className={`${styles.bytes} mono`} tabIndex={0}>
        {withoutDirectionControls(JSON.stringify(readAct(act), null, 1))}
      </div>
    </>
  );
}

/** The title of the request: the amount that moves and its subject, or its draw with what would happen to the stakes. */
function Lead({ request }: Of) {
  const { kind, newValues, subject, drawsAt } = request;
  const now = useNow();
  const moved = newValues['amount'];
  return (
    <div>
      <div className={styles.lead}>
        {drawsAt !== null && (
          <b>
            <Opens to={screenOf(subject)!}>{words.lead.draw(clockOf(drawsAt, now))}</Opens>
            {typeof moved === 'number' && ' · '}
          </b>
        )}
        {typeof moved === 'number' && <b>{(kind === 'adjust' ? difference : amount)(moved)} XOF</b>}{' '}
        {drawsAt === null && <Subject of={subject} />}
      </div>
      {outcomeOf(request, now).map((says, index) => (
        <span key={says} className={index > 0 ? 'quiet' : undefined}>
          {index > 0 && ' · '}
          {says}
        </span>
      ))}
    </div>
  );
}

/** The stakes that would go back, or what would be paid; nothing once the request is over. */
function outcomeOf({ kind, status, facts, nowFacts, oldValues }: OpenedRequest, now: number): readonly string[] {
  if (status !== 'asked' && status !== 'approved') return [];
  const { staked, tickets } = nowFacts ?? facts;
  if (kind === 'call_off_draw' && typeof staked === 'number') {
    const { closesAt } = oldValues;
    const left = typeof closesAt === 'string' ? Date.parse(closesAt) - now : 0;
    return [
      words.lead.goesBack(amount(staked), Number(tickets), amount(Number(tickets))),
      ...(left > 0 ? [words.lead.closes(formatTime(String(closesAt)), formatLeft(left))] : []),
    ];
  }
  const { payouts, tickets: sold } = oldValues;
  return kind === 'pay_held_draw' && typeof payouts === 'number'
    ? [words.lead.isPaid(amount(payouts), Number(sold), amount(Number(sold)))]
    : [];
}

/** The checks that pass, in one line, below those that keep only this operator from approving; what fails stands above all else. */
function Checks({ request }: Of) {
  const unmet = unmetOf(request);
  const [mine, passing] = [false, true].map((wanted) =>
    request.checks
      .filter((check) => check.met === wanted && !unmet.includes(check))
      .map(({ code, met, params }) => ({ says: <Check code={code} params={params} />, isMet: met })),
  ) as [Demand[], Demand[]];
  const title = (
    <>
      <Status is="ok">{words.pass(passing.length)}</Status> <span className="quiet">{words.checkedAgain}</span>
    </>
  );
  return (
    <>
      {mine.length > 0 && <Demands of={mine} />}
      {passing.length > 0 && (
        <Fold title={title}>
          <Demands of={passing} />
        </Fold>
      )}
    </>
  );
}

function eventsOf(request: OpenedRequest): readonly Event[] {
  const { events, status, expiresAt, approvedBy } = request;
  const happened = events.map(({ at, act, who, number, reason }): Event => ({
    at,
    says: (approvedBy === null && act === 'request_failed' ? words.closed : words.events[act]?.(who)) ?? act,
    note: (
      <>
        {words.line(amount(number))}
        {reason !== null && act !== 'request_made' && (
          <> · {act === 'request_failed' ? <EndReason of={request} /> : reason}</>
        )}
      </>
    ),
    tone: act === 'request_failed' ? 'wait' : 'plain',
  }));
  if (status !== 'asked' && status !== 'approved') return happened;
  const next: Event = {
    at: null,
    says: words.next[status],
    note: (
      <>
        {words.orElse('')}
        <Time at={expiresAt} />
      </>
    ),
    tone: 'next',
  };
  return [...happened, next];
}
