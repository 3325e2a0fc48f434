import { useEffect, useRef, useState, type ReactNode } from 'react';
import { formatAmount } from '#domain/money.ts';
import { useUpcomingDraws } from '#web/api/upcoming.ts';
import { useNow } from '#web/clock/clock.ts';
import { isBuilding } from '#web/layout/calm.ts';
import { ClockCurve, Curve } from '#web/layout/Curve.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { formatDateTime, formatDuration, formatSecond, formatTime } from '#web/values/format.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { handFocusOn } from '#ui/hand-focus-on.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/stage.ts';
import { Bowl } from './Bowl.tsx';
import { coinsOn } from './coins.ts';
import { Seats } from './Seats.tsx';
import { Sockets } from './Sockets.tsx';
import styles from './Stage.module.css';
import { outcomeOf, payingAt, type Standing } from './standing.ts';
import { SumLine } from './SumLine.tsx';
import { ballCount, type Act, type Scene } from './timeline.ts';
import type { DrawDetails } from './useDraw.ts';
import type { Staging } from './useScene.ts';

interface StageProps {
  draw: DrawDetails;
  staging: Staging;
  /** The client's tickets on this draw, against the balls that are out; null until they are loaded, and for a visitor. */
  standings: readonly Standing[] | null;
  /** `page`: the hero of a page. `panel`: a panel among others. `over`: laid over a hero, in its box. */
  frame: 'page' | 'panel' | 'over';
  /** Names the draw, in the stage's first line. */
  heading?: ReactNode;
}

/**
 * The nine sockets of a draw and what happens in them, from its countdown to its result. On a panel it has a bowl and the client's tickets as
 * coins, and its height never changes. Over a hero it has both for the ten seconds of the balls, in which it grows over the page; before and
 * after them it is as high as the hero.
 */
export function Stage({ draw, staging, standings, frame, heading }: StageProps) {
  const { scene, isTold, still } = staging;
  const { act } = scene;
  const out = draw.result?.slice(0, scene.out) ?? [];
  const isNight = act !== 'selling' && act !== 'out' && act !== 'void';
  const closesAt = Date.parse(draw.closesAt);
  const mouth = useRef<HTMLSpanElement>(null);
  const growth = useGrowth(frame === 'over' && scene.holds && !still);
  const hasBowl = frame === 'panel' || growth.isGrown;
  // Without motion nothing grows, and the coins lie on their balls.
  const hasCoins = hasBowl || (frame === 'over' && still);
  const mine = standings ?? [];
  const sum = mine.length > 0 ? <SumLine standings={mine} isTold={isTold} /> : null;
  const line = lineOf(draw, act);
  return (
    <Frame
      frame={frame}
      isGrown={growth.isGrown}
      hasBowl={hasBowl}
      isNight={isNight}
      still={still}
      label={words.stage(formatDateTime(draw.fullDate))}
      heading={heading ?? <p className={styles.kicker}>{words.draw(formatTime(draw.fullDate))}</p>}
      headline={<Headline draw={draw} staging={staging} hasBowl={hasBowl} />}
      action={<Action draw={draw} staging={staging} frame={frame} growth={growth} />}
      curve={
        act === 'selling' ? (
          <ClockCurve from={closesAt - lastMinutes} to={closesAt} />
        ) : (
          <Curve tone="night" left={isNight ? scene.out / ballCount : 0} />
        )
      }
      bowl={
        hasBowl &&
        (isTold && sum ? (
          <div className={styles.outcome}>
            <p>{sum}</p>
            <CheckLink draw={draw} />
          </div>
        ) : (
          <Bowl mouth={mouth} gone={goneOf(out, scene, draw)} tumbles={scene.holds && !still} />
        ))
      }
      said={<Said draw={draw} staging={staging} standings={standings} />}
      line={linesOf({ frame, hasBowl, act, isTold, out, sum, line })}
    >
      <Sockets
        out={out}
        isFalling={scene.isFalling}
        isOpen={isNight}
        paying={payingAt(mine, out)}
        coins={hasCoins ? coinsOn(mine, out) : undefined}
        mouth={hasBowl ? mouth : undefined}
        moves={act === 'falling' && !still}
      >
        {hasBowl && mine.length > 0 && <Seats standings={mine} />}
      </Sockets>
    </Frame>
  );
}

/** The ball that is on its way has left the bowl. */
function goneOf(out: readonly string[], { isFalling }: Scene, { result }: DrawDetails): readonly string[] {
  return isFalling ? result!.slice(0, out.length + 1) : out;
}

interface LinesOf {
  frame: StageProps['frame'];
  hasBowl: boolean;
  act: Act;
  isTold: boolean;
  out: readonly string[];
  sum: ReactNode;
  line: string | null;
}

/** Under the sockets there is room for one line: that the tickets were sealed, and from the first ball what they come to. */
function linesOf({ frame, hasBowl, act, isTold, out, sum, line }: LinesOf): ReactNode {
  if (frame === 'page' || !sum || act === 'void') return line;
  if (!hasBowl) return sum;
  if (isTold || out.length === 0) return line;
  return (
    <>
      {sum}
      <span className={styles.also}> · {line}</span>
    </>
  );
}

interface Growth {
  readonly isGrown: boolean;
  readonly fold: () => void;
}

/** A stage that has grown over the page gives way to a keyboard that goes on below it, and does not lie over a ticket that is being built. */
function useGrowth(wanted: boolean): Growth {
  const [isFolded, setFolded] = useState(false);
  const [wasWanted, setWasWanted] = useState(false);
  if (wanted !== wasWanted) {
    setWasWanted(wanted);
    setFolded(isBuilding());
  }
  const isGrown = wanted && !isFolded;
  useEffect(() => {
    if (!isGrown) return;
    const look = ({ target }: FocusEvent) => {
      const element = target as Element;
      if (element.closest('main') && !element.closest('[data-grown="true"]')) setFolded(true);
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [isGrown]);
  return { isGrown, fold: () => setFolded(true) };
}

/** The stage before its draw is loaded, as high as it will be. */
export function WaitingStage({ frame, heading }: { frame: StageProps['frame']; heading?: ReactNode }) {
  const hasBowl = frame === 'panel';
  return (
    <Frame
      frame={frame}
      hasBowl={hasBowl}
      heading={heading ?? <p className={styles.kicker}>&nbsp;</p>}
      curve={<Curve />}
      bowl={hasBowl && <Bowl gone={[]} tumbles={false} />}
    >
      <Sockets out={[]} isFalling={false} isOpen={false} paying={[]} />
    </Frame>
  );
}

interface FrameProps {
  frame: StageProps['frame'];
  isGrown?: boolean;
  hasBowl: boolean;
  isNight?: boolean;
  still?: boolean;
  label?: string;
  heading: ReactNode;
  headline?: ReactNode;
  action?: ReactNode;
  curve: ReactNode;
  bowl?: ReactNode;
  line?: ReactNode;
  said?: ReactNode;
  /** The sockets. */
  children: ReactNode;
}

function Frame({ frame, isGrown, hasBowl, isNight, still, label, ...parts }: FrameProps) {
  const { heading, headline, action, curve, bowl, line, said, children } = parts;
  return (
    <section
      ref={handFocusOn}
      tabIndex={-1}
      className={styles.stage}
      data-frame={frame}
      data-grown={isGrown}
      data-bowl={hasBowl}
      data-light={isNight ? 'night' : 'sun'}
      data-still={still}
      aria-label={label}
    >
      <div className={styles.box}>
        {/* New elements with the other layout: nothing that stays moves. */}
        <div key={String(hasBowl)} className={styles.inner}>
          <div className={styles.head}>
            <div>
              {heading}
              <p className={styles.headline}>{headline ?? '\u00a0'}</p>
            </div>
            {action}
          </div>
          {children}
          {bowl && <div className={styles.bowl}>{bowl}</div>}
          <p className={styles.line}>{line}</p>
        </div>
        <div className={styles.edge}>
          {curve}
          {frame === 'over' && <p className={styles.next}>{isGrown && <NextSales />}</p>}
        </div>
      </div>
      <VisuallyHidden>{said}</VisuallyHidden>
    </section>
  );
}

/** Under a stage that has grown: no button while a draw is on. */
function NextSales() {
  const [next] = useUpcomingDraws().draws;
  return next && words.openFor(formatTime(next.fullDate));
}

interface ActionProps {
  draw: DrawDetails;
  staging: Staging;
  frame: StageProps['frame'];
  growth: Growth;
}

function Action({ draw, staging, frame, growth: { isGrown, fold } }: ActionProps) {
  const { still, skip, again } = staging;
  const { act } = staging.scene;
  const onPage = frame === 'page';
  if (act === 'falling' || isGrown) {
    return (
      <Button
        key="skip"
        ref={handFocusOn}
        size="s"
        variant="secondary"
        onClick={() => {
          skip();
          fold();
        }}
      >
        {words.skip}
      </Button>
    );
  }
  if (act === 'selling' && onPage) {
    return (
      <ButtonLink size="s" variant="strong" to="/">
        {words.play}
      </ButtonLink>
    );
  }
  if (act === 'out' && frame === 'over') return <CheckLink draw={draw} />;
  // Without motion there is nothing to play again.
  if (act === 'out' && onPage && !still) {
    return (
      <Button key="again" ref={handFocusOn} size="s" variant="secondary" icon={moreIcons.play} onClick={again}>
        {words.again}
      </Button>
    );
  }
  return null;
}

function CheckLink({ draw }: { draw: DrawDetails }) {
  return (
    <ButtonLink key="check" size="s" variant="secondary" icon={moreIcons.seal} to={`/results/${draw.id}`}>
      {words.check}
    </ButtonLink>
  );
}

/** The edge of the stage shows the last five minutes of the sales. */
const lastMinutes = 300_000;

interface HeadlineProps {
  draw: DrawDetails;
  staging: Staging;
  hasBowl: boolean;
}

function Headline({ draw, staging: { scene, isLive }, hasBowl }: HeadlineProps): ReactNode {
  switch (scene.act) {
    case 'selling':
      return (
        <>
          {words.salesCloseIn} <Countdown to={draw.closesAt} />
        </>
      );
    case 'closed':
      // A grown stage shows the bowl in the last moment before the draw.
      if (hasBowl && scene.holds) return words.nineInBowl;
      return (
        <>
          {words.closed} <TimeTo at={draw.fullDate} />
        </>
      );
    case 'due':
      return hasBowl ? words.nineInBowl : words.drawing;
    case 'late':
      return words.late;
    case 'falling':
      if (scene.out > 0) return words.came(scene.out - 1, draw.result![scene.out - 1]!);
      return hasBowl ? words.nineInBowl : words.drawing;
    case 'out':
      return draw.status === 'settled' && !isLive ? words.settled : words.allOut;
    case 'void':
      return words.void;
  }
}

/** Time left, without the announcements of a countdown: a screen reader hears of the draw three times, and no more. */
function TimeTo({ at }: { at: string }) {
  const now = useNow();
  return <span role="timer">{now === null ? '--:--' : formatDuration(Date.parse(at) - now)}</span>;
}

function lineOf({ sealedAt }: DrawDetails, act: Act): string | null {
  if (act === 'selling') return null;
  if (act === 'void') return words.refunded;
  if (act === 'late') return words.takesLong;
  return sealedAt ? words.sealed(formatSecond(sealedAt)) : words.sealing;
}

interface SaidProps {
  draw: DrawDetails;
  staging: Staging;
  standings: readonly Standing[] | null;
}

/** Texts for screen readers, each said once: the draw is closed, its nine numbers, the payout. */
function Said({ draw, staging: { scene, isTold, isLive }, standings }: SaidProps) {
  const outcome = standings && outcomeOf(standings, isTold);
  return (
    <span aria-live="polite">
      {isLive && scene.act !== 'selling' && scene.act !== 'void' && <span>{words.said.closed}</span>}
      {isLive && isTold && draw.result && <span>{words.said.drawn(draw.result.join(' '))}</span>}
      {isLive && outcome && <span>{words.said.outcome(formatAmount(outcome.paid), formatAmount(outcome.staked))}</span>}
      {isLive && scene.act === 'void' && <span>{`${words.void}. ${words.refunded}`}</span>}
    </span>
  );
}
