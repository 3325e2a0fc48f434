import { useEffect, useState, type CSSProperties } from 'react';
import { getDraw, getDrawCurve, listDrawTickets } from '#contract/calls/operator/draws.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Balls } from '#console/kit/Balls.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Events } from '#console/kit/Events.tsx';
import { Choice } from '#console/kit/Fields.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { useKeys } from '#console/kit/keys.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { navigate } from '#console/kit/navigate.ts';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { Table } from '#console/kit/Table.tsx';
import { useList } from '#console/kit/useList.ts';
import { amount, none } from '#console/values/amounts.ts';
import { formatTime, formatUtc } from '#console/values/time.ts';
import { words as stepNames } from '#console/words/en/draw-steps.ts';
import { words } from '#console/words/en/replay-draw.ts';
import { advance, spanOf, speeds, stepBeside, type Span, type Speed } from './moments.ts';
import styles from './Replay.module.css';

const SalesCurve = lazySheet(async () => (await import('#console/charts/SalesCurve.tsx')).SalesCurve);

export type ReplayedDraw = OperatorAnswer<typeof getDraw>['data'];

/** A draw once its curve says where its last minutes begin. */
export function Moments({ of: draw }: { readonly of: ReplayedDraw }) {
  const query = useApi(getDrawCurve, { params: { id: draw.id } }, { refetchOnWindowFocus: false });
  if (!query.data) return <NoAnswer of={query} />;
  return <Replay of={draw} from={Date.parse(query.data.data.from)} />;
}

interface ReplayProps {
  readonly of: ReplayedDraw;
  /** The beginning of its last minutes. */
  readonly from: number;
}

/** A bar over the draw's last minutes, and the draw at its moment: figures, sales, the tickets up to it, and the steps so far. */
function Replay({ of: draw, from }: ReplayProps) {
  const { id, life, closesAt } = draw;
  const steps = life.flatMap(({ step, real }) => (real === null ? [] : [{ step, at: Date.parse(real) }]));
  const times = steps.map((one) => one.at);
  const span = spanOf(from, Date.parse(closesAt), times, Date.parse(draw.now));
  const [at, setAt] = useState(span[0]);
  const [speed, setSpeed] = useState<Speed>('10');
  const [isPlaying, setPlaying] = useState(false);
  const plays = isPlaying && at < span[1];
  useEffect(() => {
    if (!plays) return;
    const timer = setTimeout(() => setAt(advance(at, speed, span)), 1_000);
    return () => clearTimeout(timer);
  });
  const goTo = (moment: number) => {
    setPlaying(false);
    setAt(moment);
  };
  const beside = (by: -1 | 1) => () => goTo(stepBeside(at, by, times, span));
  useKeys([
    { keys: 'ArrowLeft', says: words.keys.step, run: beside(-1), foot: true },
    { keys: 'ArrowRight', says: words.keys.step, run: beside(1), foot: true },
    { keys: 'Home', says: words.keys.first, run: () => goTo(span[0]), foot: true },
    { keys: 'Escape', says: words.keys.back, run: () => navigate(`/draws/${id}`) },
  ]);
  const play = () => {
    // At the end it begins again.
    if (at >= span[1]) setAt(span[0]);
    setPlaying(!plays);
  };
  return (
    <div className="panels scrolls">
      <Panel>
        <div className={styles.bar}>
          <Button kind="act" writes={false} keys=" " says={words.keys.play} onPress={play}>
            {plays ? words.pause : words.play}
          </Button>
          <Choice
            label={words.speed}
            value={speed}
            options={speeds.map((value) => ({ value, label: `${value}×` }))}
            onChange={setSpeed}
          />
          <Track at={at} span={span} steps={times} onMove={goTo} />
          <span className={styles.clock} role="timer">
            {formatTime(at)}
          </span>
        </div>
      </Panel>
      <div className="withSide">
        <div className="panels">
          <Then id={id} at={at} closesAt={Date.parse(closesAt)} />
          <Tickets id={id} at={at} />
        </div>
        <Panel title={words.steps}>
          <Section>
            <Events
              of={steps.map((one) => ({
                at: new Date(one.at).toISOString(),
                says: stepNames[one.step],
                tone: one.at <= at ? 'plain' : 'next',
              }))}
            />
          </Section>
          <Section>
            <p className="small quiet">{words.isPast}</p>
          </Section>
        </Panel>
      </div>
    </div>
  );
}

interface TrackProps {
  readonly at: number;
  readonly span: Span;
  readonly steps: readonly number[];
  readonly onMove: (at: number) => void;
}

/** The moment as a bar to drag, with a tick for each step. */
function Track({ at, span: [from, to], steps, onMove }: TrackProps) {
  return (
    <div className={styles.track}>
      {steps
        .filter((step) => step >= from && step <= to)
        .map((step) => (
          <i
            key={step}
            className={styles.tick}
            style={{ '--share': (step - from) / Math.max(1, to - from) } as CSSProperties}
          />
        ))}
      <input
        type="range"
        style={{ '--share': (at - from) / Math.max(1, to - from) } as CSSProperties}
        aria-label={words.moment}
        aria-valuetext={formatTime(at)}
        min={from}
        max={to}
        step={1_000}
        value={at}
        onChange={({ target }) => onMove(Number(target.value))}
        // The keys of the screen work again once it is let go.
        onPointerUp={({ currentTarget }) => currentTarget.blur()}
      />
    </div>
  );
}

interface ThenProps {
  readonly id: string;
  readonly at: number;
  readonly closesAt: number;
}

/** The sales and payouts up to a moment. The figures of the moment before stay until its own are there. */
function Then({ id, at, closesAt }: ThenProps) {
  const query = useApi(
    getDraw,
    { params: { id }, query: { at: formatUtc(at) } },
    { placeholderData: (before) => before, refetchOnWindowFocus: false, staleTime: Infinity },
  );
  const total = query.data?.data.total;
  return (
    <Panel title={words.at(formatTime(at))} isStale={query.error !== null}>
      {!total && <NoAnswer of={query} />}
      {total && (
        <>
          <Figures>
            <Figure label={words.tickets} value={amount(total.tickets)} />
            <Figure label={words.staked} value={amount(total.staked)} />
            <Figure label={words.paid} value={amount(total.paid)} />
          </Figures>
          <SalesCurve id={id} stakes={total.staked} now={Math.min(at, closesAt)} />
        </>
      )}
    </Panel>
  );
}

/** How many tickets up to the moment are shown. */
const shownTickets = 8;
/** How many of the tickets since then are read to reach them. A draw may have a hundred thousand. */
const mostRead = 500;

/** The last tickets up to a moment, for who may see whose they are. */
function Tickets({ id, at }: Omit<ThenProps, 'closesAt'>) {
  return useMay('listDrawTickets') && <LastTickets id={id} at={at} />;
}

function LastTickets({ id, at }: Omit<ThenProps, 'closesAt'>) {
  const list = useList(listDrawTickets, { params: { id }, query: {} }, {});
  const until = list.rows.filter(({ acceptedAt }) => Date.parse(acceptedAt) <= at);
  // The newest come first: older pages are loaded until they reach as far back as the moment.
  const isFar = until.length < shownTickets && list.hasMore && list.rows.length >= mostRead;
  const isMissing = until.length < shownTickets && list.hasMore && !isFar && !list.isLoadingMore && list.error === null;
  const { more } = list;
  useEffect(() => {
    if (isMissing) more();
  }, [isMissing, more]);
  return (
    <Panel title={words.lastTickets}>
      {list.error !== null && list.rows.length === 0 ? (
        <Problem error={list.error} again={list.again} />
      ) : isFar ? (
        <Empty says={words.farBack(amount(mostRead))} />
      ) : !list.isLoading && !list.hasMore && until.length === 0 ? (
        <Empty says={words.noTicket} />
      ) : (
        <Table
          label={words.lastTickets}
          density={27}
          rows={list.isLoading ? undefined : until.slice(0, shownTickets)}
          rowId={(ticket) => ticket.id}
          heads={words}
          columns={[
            { key: 'betType', width: 84, cell: ({ name }) => name, look: 'bold' },
            {
              key: 'numbers',
              width: 204,
              whole: true,
              cell: ({ selectedNumbers }) => <Balls of={selectedNumbers.map(Number)} hits={[]} />,
            },
            {
              key: 'player',
              cell: ({ clientId, player }) => player ?? `#${clientId}`,
              to: ({ clientId }) => `/players/${clientId}`,
            },
            { key: 'bought', width: 88, time: ({ acceptedAt }) => acceptedAt },
            { key: 'stake', width: 84, amount: ({ stake }) => stake, look: 'bold' },
            { key: 'ticket', width: 120, cell: ({ serial }) => serial ?? none, look: 'mono' },
          ]}
        />
      )}
    </Panel>
  );
}
