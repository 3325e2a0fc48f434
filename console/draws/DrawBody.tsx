import { Fragment, type ComponentProps } from 'react';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { useExposure } from '#console/exposure/exposure-data.ts';
import { CapSections } from '#console/exposure/caps/CapSections.tsx';
import { PayoutHistogram } from '#console/exposure/Parts.tsx';
import { Balls } from '#console/kit/Balls.tsx';
import { LinkButton } from '#console/kit/Button.tsx';
import { Events } from '#console/kit/Events.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { MomentButton } from '#console/kit/Moment.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { ReplayButton } from '#console/kit/ReplayButton.tsx';
import { Status } from '#console/kit/Status.tsx';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { formatFull, formatTime } from '#console/values/time.ts';
import { codeName } from '#console/values/names.ts';
import { words } from '#console/words/en/draws.ts';
import { DrawActs } from './DrawActs.tsx';
import styles from './DrawBody.module.css';
import { DrawFigures } from './DrawFigures.tsx';
import { cancelledOf, lifeOf, opinionsOf } from './DrawLife.tsx';
import { stepAt, type OpenedDraw } from './late.tsx';
import { SalesTable } from './SalesTable.tsx';

const SalesCurve = lazySheet(async () => (await import('#console/charts/SalesCurve.tsx')).SalesCurve);

/** Two charts beside each other. */
const halfSize = { width: 580, height: 220 };

interface DrawBodyProps {
  readonly of: OpenedDraw;
  /** Whether the draw is shown as it was at a moment. */
  readonly isPast?: boolean;
  /** Whether it has a page, where each part is a panel; beside a list the parts are sections of one panel. */
  readonly isPage?: boolean;
}

/** Everything that an operator sees of one draw: the money first, then each bet type, its limits and its life. */
export function DrawBody({ of: draw, isPast = false, isPage = false }: DrawBodyProps) {
  const clock = useNow();
  const now = isPast ? Date.parse(draw.now) : clock;
  const { status } = draw;
  const isOpen = status === 'open' && !isPast;
  const seesCaps = useMay('readCaps') && isOpen;
  const seesExposure = useMay('getExposure') && status !== 'void' && !isPast;
  const exposure = useExposure(draw.id, seesExposure).data?.data;
  const Part = isPage ? PanelPart : Section;
  const Whole = isPage ? Panel : Fragment;
  const acts = isPage && !isPast && (
    <>
      <DrawActs of={draw} />
      <ReplayButton to={`/draws/${draw.id}/replay`} />
      <MomentButton />
    </>
  );
  const money = (
    <>
      {draw.result && (
        <Part>
          <div className={styles.result} data-large={isPage || undefined}>
            <Balls of={draw.result.map(Number)} />
            <Standing of={draw} />
          </div>
        </Part>
      )}
      <Part bare>
        <DrawFigures of={draw} exposure={exposure} now={now} />
      </Part>
    </>
  );
  const couldPay = isPage && !isOpen && exposure && exposure.tickets > 0 ? exposure : null;
  const curve = !isPast && status !== 'void' && (
    <SalesCurve
      id={draw.id}
      stakes={draw.total.staked}
      now={Math.min(now, Date.parse(draw.closesAt))}
      isPanel={isPage}
      {...(couldPay && { size: halfSize })}
    />
  );
  const sold = (
    <>
      {!couldPay && curve}
      <Part
        title={words.byBetType}
        end={
          seesExposure &&
          draw.sales.length > 0 && <LinkButton to={`/exposure?open=${draw.id}`}>{words.openExposure}</LinkButton>
        }
        bare
      >
        {draw.sales.length === 0 ? (
          <p className={styles.nothing}>{status === 'open' ? words.nothingSold : words.nothingWasSold}</p>
        ) : (
          <SalesTable of={draw} exposure={exposure} isNarrow={!isPage} />
        )}
      </Part>
    </>
  );
  const rest = (
    <>
      {(seesCaps || (acts && isOpen)) && (
        <Whole>
          {seesCaps && <CapSections draw={draw} />}
          {isOpen && acts && (
            <Section>
              <div className="acts">{acts}</div>
            </Section>
          )}
        </Whole>
      )}
      {draw.calledOff && (
        <Part title={words.facts.calledOff}>
          <Facts of={cancelledOf(draw.calledOff)} />
        </Part>
      )}
      <Part title={words.life} end={!isOpen && acts}>
        <Events of={lifeOf(draw, status === 'settled' || status === 'void' ? null : now)} />
      </Part>
      {status !== 'open' && (
        <Part title={words.opinion.title}>
          <Facts of={opinionsOf(draw)} />
        </Part>
      )}
      {draw.stops.length > 0 && (
        <Part title={words.stops}>
          <Events
            of={draw.stops.toReversed().map((stop) => ({
              at: stop.stoppedAt,
              says: `${words.stopOf(stop.name, stop.ofAllDraws)}: ${stop.sentence}`,
              note: stop.endedAt === null ? words.goesOn : `${words.endedAt} ${formatFull(stop.endedAt)}`,
              ...(stop.endedAt === null && status === 'open' && { tone: 'wait' as const }),
            }))}
          />
        </Part>
      )}
      {draw.requests.length > 0 && (
        <Part title={words.requests}>
          <ul className={styles.requests}>
            {draw.requests.map(({ id, number, kind, status: of, askedBy, askedAt }) => (
              <li key={id}>
                <Opens to={`/requests/${id}`}>{words.requestNumber(number)}</Opens> {words.kinds[kind] ?? kind} ·{' '}
                {codeName('request', of)} · {askedBy} · <Time at={askedAt} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
  if (!isPage) {
    return (
      <>
        {money}
        {sold}
        {rest}
      </>
    );
  }
  return (
    <div className="panels scrolls">
      {money}
      {couldPay && (
        <div className="halves">
          {curve}
          <PayoutHistogram of={couldPay} reserve={null} size={halfSize} />
        </div>
      )}
      <div className="withSide">
        <div className="panels">{sold}</div>
        <div className="panels">{rest}</div>
      </div>
    </div>
  );
}

/** A part of the page: a panel with what a section has. */
function PanelPart({ title, end, bare = false, children }: ComponentProps<typeof Section>) {
  return (
    <Panel title={title} end={end}>
      {bare ? children : <Section>{children}</Section>}
    </Panel>
  );
}

/** Whether players see the result, whether the second opinion agrees, and whether everybody is paid. */
function Standing({ of: draw }: { readonly of: OpenedDraw }) {
  const { opinions, dues, hold } = draw;
  const published = stepAt(draw, 'drawn');
  const opinion = opinions.after ?? opinions.drawn ?? opinions.before;
  const rest = dues && dues.owedAmount - dues.paidAmount;
  const { standing } = words;
  return (
    <div className={styles.standing}>
      {published && <Status is="ok">{standing.published(formatTime(published))}</Status>}
      <Status is={opinion === null ? 'idle' : opinion.agrees ? 'ok' : 'bad'}>
        {standing.check} {words.opinion[opinion === null ? 'none' : opinion.agrees ? 'agrees' : 'differs']}
      </Status>
      {dues ? (
        <Status is={rest === 0 ? 'ok' : 'wait'}>
          {rest === 0 ? standing.paid(dues.owed, amount(dues.owed)) : standing.rest(amount(rest))}
        </Status>
      ) : (
        <Status is={hold?.state ? 'wait' : 'idle'}>{words.notListed}</Status>
      )}
    </div>
  );
}
