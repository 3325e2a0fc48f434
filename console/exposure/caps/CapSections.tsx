import { useState } from 'react';
import { readCaps } from '#contract/calls/operator/caps.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Events } from '#console/kit/Events.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { Meter } from '#console/kit/Meter.tsx';
import { Section } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount } from '#console/values/amounts.ts';
import { pauseReason } from '#console/values/stop-reason.ts';
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

/** The caps on exposure: how close the draw is to them, the pauses that they have made, and the operators who decided. */
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
          mayLower && (
            <Button kind="opens danger" size="head" onPress={() => setOpened({ does: 'lower', cap: null })}>
              {words.first}
            </Button>
          )
        }
        bare
      >
        {query.isError && !caps ? (
          <NoAnswer of={query} what={words.failed} />
        ) : caps?.caps.length === 0 ? (
          <p className={styles.none}>{words.none}</p>
        ) : draw !== null ? (
          <ul className={styles.limits} aria-label={words.title}>
            {caps?.caps.map((cap) => (
              <Limit key={`${cap.name ?? ''} ${cap.measure}`} of={cap} acts={{ mayLower, mayRaise, open: setOpened }} />
            ))}
          </ul>
        ) : (
          <Table
            label={words.title}
            density={27}
            heads={words.columns}
            columns={[...columns, actColumn({ mayLower, mayRaise, open: setOpened })]}
            rows={caps?.caps}
            rowId={({ name, measure }) => `${name ?? ''} ${measure}`}
            skeleton={1}
          />
        )}
        <p className={styles.none}>{computed(caps, draw)}</p>
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

/** How much of a cap a draw has reached, and what can be done with it. Its decisions stand below. */
function Limit({ of: cap, acts }: { readonly of: Cap; readonly acts: ActsProps }) {
  const { name, measure, amount: most, figure, ofDraw } = cap;
  return (
    <li>
      <b>
        {words.what(name)}, {words.measure(measure)}
      </b>
      <span className={styles.reached}>
        {figure !== null && `${amount(figure)} / `}
        {amount(most)} XOF
      </span>
      {figure !== null && <Meter label={words.share(words.what(name))} value={figure / most} />}
      <span className={styles.acts}>
        {ofDraw && <span className="small quiet">{words.own}</span>}
        <Acts of={cap} {...acts} />
      </span>
    </li>
  );
}

type CapColumn = Column<Cap, typeof words.columns>;

const columns: readonly CapColumn[] = [
  { key: 'what', width: 120, whole: true, cell: ({ name }) => words.what(name) },
  { key: 'measure', width: 90, whole: true, cell: ({ measure }) => words.measure(measure) },
  { key: 'amount', width: 90, amount: (cap) => cap.amount },
  {
    key: 'set',
    cell: ({ setAt, setBy, reason }) => (
      <span title={`${words.by(setBy)} · ${reason}`}>
        <Time at={setAt} /> {words.by(setBy)}
      </span>
    ),
  },
];

interface ActsProps {
  readonly mayLower: boolean;
  readonly mayRaise: boolean;
  readonly open: (opened: Opened) => void;
}

function actColumn(acts: ActsProps): CapColumn {
  return { key: 'act', width: 160, whole: true, cell: (cap) => <Acts of={cap} {...acts} /> };
}

function Acts({ of: cap, mayLower, mayRaise, open }: ActsProps & { readonly of: Cap }) {
  return (
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
  );
}

function History({ of: { pauses, decisions }, draw }: { readonly of: Caps; readonly draw: CappedDraw | null }) {
  const decided = (
    <Events
      of={decisions.toReversed().map(({ draw: of, name, measure, before, amount: after, setAt, setBy, reason }) => ({
        at: setAt,
        says: words.change(
          `${words.scope(of && formatFull(of.drawsAt), name)}, ${words.measure(measure)}`,
          before === null ? words.noCap : amount(before),
          after === null ? words.noCap : amount(after),
        ),
        note: `${words.by(setBy)} · ${reason}`,
      }))}
    />
  );
  return (
    <>
      {(draw === null || pauses.length > 0) && (
        <Section title={words.pauses}>
          {pauses.length === 0 && <span className="quiet">{words.noPause}</span>}
          <Events
            of={pauses.toReversed().map(({ name, draw: { drawsAt }, cap, stoppedAt, endedAt, request }) => ({
              at: stoppedAt,
              says: words.pause(words.scope(draw === null ? formatFull(drawsAt) : null, name), pauseReason(cap)),
              note:
                endedAt === null
                  ? words.goesOn
                  : `${request === null ? words.ended : words.endedByRaise} ${formatFull(endedAt)}`,
              ...(endedAt === null && { tone: 'wait' as const }),
            }))}
          />
        </Section>
      )}
      {draw === null && (
        <Section title={words.decisions}>
          {decisions.length === 0 ? <span className="quiet">{words.noDecision}</span> : decided}
        </Section>
      )}
      {draw !== null && decisions.length > 0 && (
        <Section>
          <Fold title={words.decisions} name="decisions">
            {decided}
          </Fold>
        </Section>
      )}
    </>
  );
}
