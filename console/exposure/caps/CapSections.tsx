import { useState } from 'react';
import { readCaps } from '#contract/calls/operator/caps.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Events } from '#console/kit/Events.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Meter } from '#console/kit/Meter.tsx';
import { Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatFull } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/caps.ts';
import type { Cap, CappedDraw, Caps } from './cap.ts';
import styles from './CapSections.module.css';
import { LowerSheet } from './LowerSheet.tsx';
import { RaiseSheet } from './RaiseSheet.tsx';

const renewedEvery = 5_000;

interface CapSectionsProps {
  /** Null: the caps of every draw that has no cap of its own. */
  readonly draw: CappedDraw | null;
  /** Whether its caps can still be changed: its sales are open. */
  readonly isOpen?: boolean;
}

type Opened = { readonly does: 'lower'; readonly cap: Cap | null } | { readonly does: 'raise'; readonly cap: Cap };

/** The caps on what a draw may have to pay, how close it is to them, what they have paused, and who decided. */
export function CapSections({ draw, isOpen = true }: CapSectionsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useApi(readCaps, { query: draw === null ? {} : { draw: draw.id } }, { refetchInterval: renewedEvery });
  const caps = query.data?.data;
  const mayLower = useMay('lowerCap') && isOpen;
  const mayRaise = useMay('raise_cap') && isOpen;
  const close = () => setOpened(null);
  return (
    <>
      <Section
        title={words.title}
        end={
          <>
            <span className="small quiet">{computed(caps, draw)}</span>
            {mayLower && (
              <Button kind="opens danger" size="head" onPress={() => setOpened({ does: 'lower', cap: null })}>
                {words.first}
              </Button>
            )}
          </>
        }
        bare
      >
        {query.isError && !caps ? (
          <Problem error={query.error} what={words.failed} again={() => void query.refetch()} />
        ) : caps?.caps.length === 0 ? (
          <p className={styles.none}>{words.none}</p>
        ) : (
          <Table
            label={words.title}
            density={27}
            columns={[...columnsOf(draw), actColumn({ mayLower, mayRaise, open: setOpened })]}
            rows={caps?.caps ?? []}
            rowId={({ name, measure }) => `${name ?? ''} ${measure}`}
            skeleton={query.isPending ? 1 : 0}
          />
        )}
      </Section>
      {caps && <History of={caps} draw={draw} />}
      {caps && opened?.does === 'lower' && <LowerSheet onClose={close} draw={draw} caps={caps} cap={opened.cap} />}
      {opened?.does === 'raise' && <RaiseSheet onClose={close} draw={draw} cap={opened.cap} />}
    </>
  );
}

function computed(caps: Caps | undefined, draw: CappedDraw | null) {
  if (!caps || draw === null || caps.caps.length === 0) return words.note;
  if (caps.computedAt === null) return words.notComputed;
  return (
    <>
      {words.computed} <Time at={caps.computedAt} show="time" />
    </>
  );
}

const setColumn: Column<Cap> = {
  key: 'set',
  head: words.columns.set,
  cell: ({ setAt, setBy, reason }) => (
    <span title={`${words.by(setBy)} · ${reason}`}>
      <Time at={setAt} /> {words.by(setBy)}
    </span>
  ),
};

function columnsOf(draw: CappedDraw | null): readonly Column<Cap>[] {
  return [
    {
      key: 'what',
      head: words.columns.what,
      width: 120,
      whole: true,
      cell: ({ name, ofDraw }) => (
        <>
          {words.what(name)} {ofDraw && <span className="small quiet">{words.own}</span>}
        </>
      ),
    },
    {
      key: 'measure',
      head: words.columns.measure,
      width: 90,
      whole: true,
      cell: ({ measure }) => words.measure(measure),
    },
    {
      key: 'amount',
      head: words.columns.amount,
      width: 90,
      align: 'right',
      cell: (cap) => amount(cap.amount),
    },
    // Beside a draw the decisions below say the same, and the meter needs the room.
    ...(draw === null
      ? [setColumn]
      : [
          {
            key: 'figure',
            head: words.columns.figure,
            width: 150,
            whole: true,
            cell: ({ name, figure, amount: cap }: Cap) =>
              figure !== null && <Meter label={words.share(words.what(name))} value={figure / cap} />,
          },
        ]),
  ];
}

interface ActColumn {
  readonly mayLower: boolean;
  readonly mayRaise: boolean;
  readonly open: (opened: Opened) => void;
}

function actColumn({ mayLower, mayRaise, open }: ActColumn): Column<Cap> {
  return {
    key: 'act',
    head: words.columns.act,
    width: 160,
    whole: true,
    cell: (cap) => (
      <>
        {mayLower && (
          <Button kind="opens danger" size="head" writes onPress={() => open({ does: 'lower', cap })}>
            {words.lower}
          </Button>
        )}{' '}
        {cap.asked !== null ? (
          <Opens to={`/requests/${cap.asked}`}>{words.asked}</Opens>
        ) : (
          mayRaise && (
            <Button
              size="head"
              writes
              isOff={cap.own}
              why={cap.own ? words.ownCap : undefined}
              onPress={() => open({ does: 'raise', cap })}
            >
              {words.raise}
            </Button>
          )
        )}
      </>
    ),
  };
}

function History({ of: { pauses, decisions }, draw }: { readonly of: Caps; readonly draw: CappedDraw | null }) {
  // A draw without any decision needs no empty lists.
  if (draw !== null && pauses.length + decisions.length === 0) return null;
  return (
    <>
      <Section title={words.pauses}>
        {pauses.length === 0 ? (
          <span className="quiet">{words.noPause}</span>
        ) : (
          <Events
            of={pauses.toReversed().map(({ name, draw: { drawsAt }, reason, stoppedAt, endedAt, request }) => ({
              at: stoppedAt,
              says: `${words.scope(draw === null ? formatFull(drawsAt) : null, name)}: ${reason}`,
              note:
                endedAt === null
                  ? words.goesOn
                  : `${request === null ? words.ended : words.endedByRaise} ${formatFull(endedAt)}`,
              ...(endedAt === null && { tone: 'wait' as const }),
            }))}
          />
        )}
      </Section>
      <Section title={words.decisions}>
        {decisions.length === 0 ? (
          <span className="quiet">{words.noDecision}</span>
        ) : (
          <Events
            of={decisions
              .toReversed()
              .map(({ draw: of, name, measure, before, amount: after, setAt, setBy, reason }) => ({
                at: setAt,
                says: words.change(
                  `${words.scope(of && formatFull(of.drawsAt), name)}, ${words.measure(measure)}`,
                  before === null ? words.noCap : amount(before),
                  after === null ? words.noCap : amount(after),
                ),
                note: `${words.by(setBy)} · ${reason}`,
              }))}
          />
        )}
      </Section>
    </>
  );
}
