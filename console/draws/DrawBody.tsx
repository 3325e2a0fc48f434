import { Fragment } from 'react';
import { betTypes } from '#domain/bet-types.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { ExposureSection } from '#console/exposure/ExposureSection.tsx';
import { CapSections } from '#console/exposure/caps/CapSections.tsx';
import { Balls } from '#console/kit/Balls.tsx';
import { Events } from '#console/kit/Events.tsx';
import { Facts, type Fact } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { LifeLine } from '#console/kit/LifeLine.tsx';
import { Section } from '#console/kit/Panel.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount, percent } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { formatFull } from '#console/values/time.ts';
import { codeName } from '#console/values/names.ts';
import { words } from '#console/words/en/draws.ts';
import styles from './DrawBody.module.css';
import type { OpenedDraw } from './late.tsx';

const SalesCurve = lazySheet(async () => (await import('#console/charts/SalesCurve.tsx')).SalesCurve);

type Sale = OpenedDraw['sales'][number];

/** A step may be later than planned by this, in milliseconds. */
const tolerance = 1_000;

interface DrawBodyProps {
  readonly of: OpenedDraw;
  /** Whether the draw is shown as it was at a moment. */
  readonly isPast?: boolean;
}

/** Everything that an operator sees of one draw. */
export function DrawBody({ of: draw, isPast = false }: DrawBodyProps) {
  const clock = useNow();
  const now = isPast ? Date.parse(draw.now) : clock;
  const seesCaps = useMay('readCaps');
  const isOver = draw.status === 'settled' || draw.status === 'void';
  const toMs = (at: string | null) => (at === null ? null : Date.parse(at));
  return (
    <>
      <Section>
        <div className={styles.life}>
          <LifeLine
            label={words.life(formatFull(draw.drawsAt))}
            steps={draw.life.map(({ step, planned, real }) => ({
              name: words.steps[step],
              planned: toMs(planned),
              real: toMs(real),
            }))}
            tolerance={tolerance}
            now={isOver ? null : now}
          />
        </div>
      </Section>
      <Section>
        <div className={styles.facts}>
          <Facts of={factsOf(draw)} />
          <Fold title={words.proof} name="technical">
            <Facts of={sealOf(draw)} />
          </Fold>
        </div>
      </Section>
      {draw.status === 'open' && !isPast && <SalesCurve id={draw.id} stakes={draw.total.staked} now={now} />}
      <Section title={words.byBetType} bare>
        {draw.sales.length === 0 ? (
          <p className={styles.nothing}>{draw.status === 'open' ? words.nothingSold : words.nothingWasSold}</p>
        ) : (
          <Table
            label={words.byBetType}
            columns={saleColumns}
            rows={draw.sales}
            rowId={({ name }) => name}
            density={27}
            total={totalOf(draw)}
          />
        )}
      </Section>
      {draw.status !== 'void' && !isPast && <ExposureSection id={draw.id} />}
      {seesCaps && draw.status === 'open' && !isPast && <CapSections draw={draw} />}
      {draw.status !== 'open' && (
        <Section title={words.opinion.title}>
          <div className={styles.facts}>
            <Facts
              of={[
                [words.opinion.before, <Opinion key="before" of={draw.opinions.before} />],
                draw.hold && [words.opinion.drawn, <Opinion key="drawn" of={draw.opinions.drawn} />],
                draw.hold && holdOf(draw.hold),
              ]}
            />
            <Facts of={[[words.opinion.after, <Opinion key="after" of={draw.opinions.after} />]]} />
          </div>
        </Section>
      )}
      {draw.stops.length > 0 && (
        <Section title={words.stops}>
          <Events
            of={draw.stops.toReversed().map((stop) => ({
              at: stop.stoppedAt,
              says: `${words.stopOf(stop.name, stop.ofAllDraws)}: ${stop.sentence}`,
              note: stop.endedAt === null ? words.goesOn : `${words.endedAt} ${formatFull(stop.endedAt)}`,
              ...(stop.endedAt === null && draw.status === 'open' && { tone: 'wait' as const }),
            }))}
          />
        </Section>
      )}
      {draw.requests.length > 0 && (
        <Section title={words.requests}>
          <ul className={styles.requests}>
            {draw.requests.map(({ id, number, kind, status, askedBy, askedAt }) => (
              <li key={id}>
                <Opens to={`/requests/${id}`}>{words.requestNumber(number)}</Opens> {words.kinds[kind] ?? kind} ·{' '}
                {codeName('request', status)} · {askedBy} · <Time at={askedAt} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** The second opinion, or that there is none. */
function Opinion({ of: opinion }: { readonly of: OpenedDraw['opinions']['before'] }) {
  if (opinion === null) return words.opinion.none;
  const { agrees, late, at, differs, program } = opinion;
  return (
    <>
      <span title={program}>
        {agrees ? words.opinion.agrees : <strong className={styles.differs}>{words.opinion.differs}</strong>}
      </span>{' '}
      · <Time at={at} />
      {late && ` · ${words.opinion.late}`}
      {differs.map((sentence) => (
        <div key={sentence} className={styles.difference}>
          {sentence}
        </div>
      ))}
    </>
  );
}

/** Why the payment waits, or who had it made; nothing where the second opinion agreed. */
function holdOf({ state, until, released }: NonNullable<OpenedDraw['hold']>): Fact | null {
  const { title, waits, held } = words.hold;
  if (state !== null) return [title, state === 'held' ? held : waits(formatFull(until))];
  return released && [title, words.hold.released(released.reason)];
}

function factsOf(draw: OpenedDraw): readonly (Fact | null)[] {
  const { total, dues, seal } = draw;
  return [
    [
      words.facts.result,
      draw.result ? (
        <Balls key="result" of={draw.result.map(Number)} />
      ) : draw.status === 'void' ? (
        words.neverDrawn
      ) : (
        words.notDrawn
      ),
    ],
    [words.facts.closes, <Time key="closes" at={draw.closesAt} />],
    [words.facts.tickets, words.ticketsOf(amount(total.tickets), seal && amount(seal.tickets))],
    [words.facts.staked, `${amount(total.staked)} XOF`],
    [words.facts.dues, dues === null ? words.notListed : duesOf(dues)],
    draw.calledOff ? [words.facts.calledOff, draw.calledOff.reason] : null,
    draw.calledOff
      ? [
          words.facts.told,
          <Fragment key="told">
            <span lang="en">{draw.calledOff.toldEn}</span> · <span lang="fr">{draw.calledOff.toldFr}</span>
          </Fragment>,
        ]
      : null,
    [words.facts.rules, `${draw.rules}${draw.kind === null ? '' : ` · ${words.kind(draw.kind)}`}`],
  ];
}

function duesOf({ owed, owedAmount, paidAmount }: NonNullable<OpenedDraw['dues']>): string {
  const rest = owedAmount - paidAmount;
  return words.duesOf(amount(owed), amount(owedAmount), rest === 0 ? null : amount(rest));
}

function sealOf(draw: OpenedDraw): readonly (Fact | null)[] {
  const { seal, sealBefore, sealAfter, status } = draw;
  const unsealed = status === 'void' ? words.neverSealed : words.notSealed;
  return [
    [words.facts.seal, seal ? <Hash key="seal" of={seal.hash} /> : unsealed],
    seal && [words.facts.before, sealBefore ? <Neighbour key="before" of={sealBefore} /> : words.first],
    seal && [words.facts.after, sealAfter ? <Neighbour key="after" of={sealAfter} /> : words.none],
    seal && [words.facts.root, <Hash key="root" of={seal.root} />],
    [words.facts.commitment, <Hash key="commitment" of={draw.record.commitment} />],
  ];
}

function Neighbour({ of: { hash, drawId, drawsAt } }: { readonly of: NonNullable<OpenedDraw['sealBefore']> }) {
  return (
    <Opens to={`/draws/${drawId}`}>
      <Hash of={hash} /> · <Time at={drawsAt} show="time" />
    </Opens>
  );
}

/** The ends of a hash; hovering shows all of it. */
function Hash({ of: hash }: { readonly of: string }) {
  return (
    <span className="mono" title={hash}>
      {hash.slice(0, 4)} {hash.slice(4, 8)} … {hash.slice(-4)}
    </span>
  );
}

const saleColumns: readonly Column<Sale>[] = [
  { key: 'name', head: words.betColumns.name, cell: ({ name }) => name },
  { key: 'tickets', align: 'right', cell: ({ tickets }) => amount(tickets) },
  { key: 'staked', align: 'right', cell: ({ staked }) => amount(staked) },
  { key: 'won', align: 'right', cell: ({ won }) => amount(won) },
  { key: 'paid', align: 'right', cell: ({ paid }) => amount(paid) },
  { key: 'share', align: 'right', cell: (sale) => shareOf(sale) },
  { key: 'rule', head: words.betColumns.rule, align: 'right', cell: ({ name }) => ruleOf(name) },
];

function shareOf({ paid, staked }: Pick<Sale, 'paid' | 'staked'>): string {
  return percent(paid === null || staked === 0 ? null : paid / staked);
}

function ruleOf(name: Sale['name']): string {
  const [part, whole] = betTypes[name].rtp;
  return percent(part / whole);
}

function totalOf({ total }: OpenedDraw): Record<string, string> {
  return {
    name: words.all,
    tickets: amount(total.tickets),
    staked: amount(total.staked),
    won: amount(total.won),
    paid: amount(total.paid),
    share: shareOf(total),
    rule: '',
  };
}
