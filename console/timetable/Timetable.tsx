import { useState } from 'react';
import { makeRequest } from '#contract/calls/operator/acts.ts';
import { getTimetable, tryTimetable } from '#contract/calls/operator/draws.ts';
import { startOfDate } from '#domain/timetable.ts';
import { draftOf } from '#console/api/drafts.ts';
import { useMay } from '#console/api/useMay.ts';
import { useApi } from '#console/api/queries.ts';
import { useMe } from '#console/api/session-state.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Note, Status, Tag } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/timetable.ts';
import styles from './Timetable.module.css';
import { outcomeOf, type TimetableData, type Trial, type Version, type Wanted } from './trial.tsx';

const renewedEvery = 10_000;

/** They divide an hour. */
const possible = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] as const;

/** How often there is a draw, and what another timetable would change. */
export default function Timetable() {
  const query = useApi(getTimetable, {}, { refetchInterval: renewedEvery });
  const { isRefetchError, dataUpdatedAt } = query;
  const mayAsk = useMay('timetable');
  const timetable = query.data?.data;
  return (
    <Screen title={words.title} heard={{ heardAt: dataUpdatedAt || null, isStale: isRefetchError }}>
      {!timetable && <NoAnswer of={query} />}
      {timetable && (
        <Split
          keepsBoth
          list={<Versions of={timetable} isStale={isRefetchError} />}
          beside={timetable.versions[0] ? <Try newest={timetable.versions[0]} mayAsk={mayAsk} /> : null}
        />
      )}
    </Screen>
  );
}

function Versions({ of: timetable, isStale }: { readonly of: TimetableData; readonly isStale: boolean }) {
  const { versions, current, committedUntil } = timetable;
  const inForce = versions.find(({ number }) => number === current);
  return (
    <Panel fills title={words.versions} isStale={isStale}>
      <Scroll>
        {inForce && (
          <Section bare>
            <Figures>
              <Figure
                label={words.now}
                value={words.every(inForce.everyMinutes)}
                note={words.closes(inForce.closeSecondsBefore)}
              />
              <Figure
                label={words.committedUntil}
                value={committedUntil === null ? '–' : <Time at={committedUntil} />}
                to="/draws?status=open&order=-draws"
                note={words.committedNote}
              />
            </Figures>
          </Section>
        )}
        <Section bare>
          <Table
            label={words.versions}
            heads={words.columns}
            columns={[...versionColumns, standingColumn(timetable)]}
            rows={versions}
            rowId={({ number }) => String(number)}
          />
        </Section>
      </Scroll>
    </Panel>
  );
}

const versionColumns: readonly Column<Version, typeof words.columns>[] = [
  { key: 'number', width: 46, cell: ({ number }) => number },
  {
    key: 'begins',
    width: 150,
    cell: ({ beginsAt }) => (beginsAt === null ? words.fromTheStart : <Time at={beginsAt} show="full" />),
  },
  { key: 'every', width: 62, align: 'right', cell: ({ everyMinutes }) => everyMinutes },
  { key: 'closes', width: 62, align: 'right', cell: ({ closeSecondsBefore }) => closeSecondsBefore },
  { key: 'made', width: 96, time: ({ madeAt }) => madeAt, show: 'day' },
];

function standingColumn({ current }: TimetableData): Column<Version, typeof words.columns> {
  return {
    key: 'by',
    whole: true,
    cell: ({ number, request }) => (
      <>
        {request === null ? words.fromSettings : <Opens to={`/requests/${request}`}>{request.slice(0, 8)}</Opens>}{' '}
        {number === current ? (
          <Tag tone="ok">{words.inForce}</Tag>
        ) : (
          number > (current ?? 0) && <Tag>{words.ahead}</Tag>
        )}
      </>
    ),
  };
}

/** A form for another timetable, and both calendars side by side. */
function Try({ newest, mayAsk }: { readonly newest: Version; readonly mayAsk: boolean }) {
  const draft = draftOf(makeRequest, 'timetable');
  const [minutes, setMinutes] = useDraft(draft, 'minutes', String(newest.everyMinutes));
  const [seconds, setSeconds] = useDraft(draft, 'seconds', String(newest.closeSecondsBefore));
  const [when, setWhen] = useDraft<'end' | 'sooner'>(draft, 'when', 'end');
  const [from, setFrom] = useDraft(draft, 'from', '');
  const [isAsking, setAsking] = useState(false);
  const { zone } = useMe();
  const everyMinutes = possible.find((value) => String(value) === minutes) ?? possible[0];
  const closeSecondsBefore = /^\d{1,4}$/.test(seconds) ? Number(seconds) : 0;
  const closes = closeSecondsBefore > 0 && closeSecondsBefore < everyMinutes * 60;
  const beginsAt = when === 'end' ? null : readLocal(from, zone);
  const isComplete = closes && (when === 'end' || beginsAt !== null);
  const wanted: Wanted = { everyMinutes, closeSecondsBefore, beginsAt };
  const query = { everyMinutes: minutes, closeSecondsBefore: seconds, ...(beginsAt !== null && { beginsAt }) };
  const { data, error } = useApi(tryTimetable, { query }, { enabled: isComplete, refetchInterval: renewedEvery });
  const trial = isComplete ? data?.data : undefined;
  const isSame = everyMinutes === newest.everyMinutes && closeSecondsBefore === newest.closeSecondsBefore;
  const refusal = !closes ? words.refusals.closesTooEarly : trial ? refusalOf(trial) : null;
  return (
    <Panel
      fills
      title={words.try}
      end={
        mayAsk && (
          <Button
            kind="opens danger"
            size="head"
            keys="c"
            isOff={isSame || refusal !== null || !trial}
            why={isSame ? words.same : (refusal ?? undefined)}
            onPress={() => setAsking(true)}
          >
            {words.ask}
          </Button>
        )
      }
    >
      <Scroll>
        <Section>
          <div className={styles.form}>
            <Choice
              label={words.everyMinutes}
              value={minutes}
              options={possible.map((value) => ({ value: String(value), label: String(value) }))}
              onChange={setMinutes}
            />
            <TextField
              label={words.closeSeconds}
              value={seconds}
              onChange={setSeconds}
              inputMode="numeric"
              width={90}
              isWrong={!closes}
              note={closes ? undefined : words.refusals.closesTooEarly}
            />
            <Choice
              label={words.begins}
              value={when}
              options={[
                { value: 'end', label: words.whereEnds },
                { value: 'sooner', label: words.sooner },
              ]}
              onChange={setWhen}
            />
            {when === 'sooner' && (
              <TextField
                label={words.soonerAt(zone)}
                type="datetime-local"
                value={from}
                onChange={setFrom}
                width={220}
              />
            )}
          </div>
        </Section>
        {error !== null && isComplete && <Problem error={error} />}
        {trial && (
          <>
            <Section>
              <Facts of={outcomeOf(trial)} />
              {refusal && <Note tone="bad">{refusal}</Note>}
            </Section>
            <Section title={words.calendars} bare>
              <div className={styles.calendars}>
                <Calendar title={words.today} draws={trial.today} others={trial.wanted} />
                <Calendar title={words.wanted} draws={trial.wanted} others={trial.today} />
              </div>
            </Section>
          </>
        )}
      </Scroll>
      {trial && isAsking && <RequestSheet kind="timetable" given={wanted} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

/** A `datetime-local` value on the operator's wall clock, as an instant; null until it is whole. */
function readLocal(text: string, zone: string): string | null {
  const [, day, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(text) ?? [];
  if (day === undefined) return null;
  return new Date(startOfDate(day, zone) + (Number(hours) * 60 + Number(minutes)) * 60_000).toISOString();
}

function refusalOf({ hasTickets, closesTooSoon }: Trial): string | null {
  if (closesTooSoon > 0) return words.refusals.tooSoon;
  return hasTickets ? words.refusals.hasTickets : null;
}

type DrawTime = Trial['today'][number];

function Calendar({
  title,
  draws,
  others,
}: {
  readonly title: string;
  readonly draws: readonly DrawTime[];
  readonly others: readonly DrawTime[];
}) {
  const there = new Set(others.map(({ drawsAt, closesAt }) => `${drawsAt} ${closesAt}`));
  const columns: readonly Column<DrawTime>[] = [
    {
      key: 'draw',
      cell: ({ drawsAt, closesAt }) => (
        <Status is={there.has(`${drawsAt} ${closesAt}`) ? 'idle' : 'wait'}>
          <Time at={drawsAt} show="full" />
        </Status>
      ),
    },
    { key: 'closes', head: words.salesClose, width: 90, time: ({ closesAt }) => closesAt, show: 'time' },
  ];
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <Table label={title} columns={columns} rows={draws} rowId={({ drawsAt }) => drawsAt} density={25} />
    </div>
  );
}
