import type { ReactNode } from 'react';
import { formatAmount } from '#domain/money.ts';
import { useNow } from '#web/clock/clock.ts';
import { ClockCurve, Curve } from '#web/layout/Curve.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { formatDateTime, formatDuration, formatSecond } from '#web/values/format.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/stage.ts';
import { Sockets } from './Sockets.tsx';
import styles from './Stage.module.css';
import { outcomeOf, payingAt, type Standing } from './standing.ts';
import { SumLine } from './Standings.tsx';
import { ballCount, type Act } from './timeline.ts';
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

/** The nine sockets of a draw and what happens in them, from its countdown to its result. Its height never changes. */
export function Stage({ draw, staging, standings, frame, heading }: StageProps) {
  const { scene, isTold, still } = staging;
  const { act } = scene;
  const out = draw.result?.slice(0, scene.out) ?? [];
  const isNight = act !== 'selling' && act !== 'out' && act !== 'void';
  const closesAt = Date.parse(draw.closesAt);
  return (
    <Frame
      frame={frame}
      isNight={isNight}
      still={still}
      label={words.stage(formatDateTime(draw.fullDate))}
      heading={heading ?? <p className={styles.kicker}>{words.draw(formatDateTime(draw.fullDate))}</p>}
      headline={<Headline draw={draw} staging={staging} />}
      action={<Action act={act} staging={staging} onPage={frame === 'page'} />}
      curve={
        act === 'selling' ? (
          <ClockCurve from={closesAt - lastMinutes} to={closesAt} />
        ) : (
          <Curve tone="night" left={isNight ? scene.out / ballCount : 0} />
        )
      }
      line={lineOf(draw, act)}
      sum={standings && standings.length > 0 ? <SumLine standings={standings} isTold={isTold} /> : null}
    >
      <Sockets out={out} isFalling={scene.isFalling} isOpen={isNight} paying={payingAt(standings ?? [], out)} />
      <VisuallyHidden>
        <Said draw={draw} staging={staging} standings={standings} />
      </VisuallyHidden>
    </Frame>
  );
}

/** The stage before its draw is loaded, as high as it will be. */
export function WaitingStage({ frame, heading }: { frame: StageProps['frame']; heading?: ReactNode }) {
  return (
    <Frame frame={frame} heading={heading ?? <p className={styles.kicker}>&nbsp;</p>} curve={<Curve />}>
      <Sockets out={[]} isFalling={false} isOpen={false} paying={[]} />
    </Frame>
  );
}

interface FrameProps {
  frame: StageProps['frame'];
  isNight?: boolean;
  still?: boolean;
  label?: string;
  heading: ReactNode;
  headline?: ReactNode;
  action?: ReactNode;
  curve: ReactNode;
  line?: ReactNode;
  /** What the client's tickets come to; a page has it with the tickets, and a hero has room for one line. */
  sum?: ReactNode;
  /** The sockets. */
  children: ReactNode;
}

function Frame({ frame, isNight, still, label, heading, headline, action, curve, line, sum, children }: FrameProps) {
  return (
    <section
      className={styles.stage}
      data-frame={frame}
      data-light={isNight ? 'night' : 'sun'}
      data-still={still}
      aria-label={label}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <div>
            {heading}
            <p className={styles.headline}>{headline ?? '\u00a0'}</p>
          </div>
          {action}
        </div>
        {children}
        <p className={styles.line}>{frame === 'over' ? (sum ?? line) : line}</p>
        {frame === 'panel' && <p className={styles.line}>{sum}</p>}
      </div>
      {curve}
    </section>
  );
}

interface ActionProps {
  act: Act;
  staging: Staging;
  onPage: boolean;
}

function Action({ act, staging: { still, skip, again }, onPage }: ActionProps) {
  if (act === 'falling') {
    return (
      <Button key="skip" size="s" variant="secondary" onClick={skip}>
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
  // Without motion there is nothing to play again.
  if (act === 'out' && onPage && !still) {
    return (
      <Button key="again" size="s" variant="secondary" icon={moreIcons.play} onClick={again}>
        {words.again}
      </Button>
    );
  }
  return null;
}

/** The edge of the stage shows the last five minutes of the sales. */
const lastMinutes = 300_000;

function Headline({ draw, staging: { scene, isLive } }: { draw: DrawDetails; staging: Staging }): ReactNode {
  switch (scene.act) {
    case 'selling':
      return (
        <>
          {words.salesCloseIn} <Countdown to={draw.closesAt} />
        </>
      );
    case 'closed':
      return (
        <>
          {words.closed} <TimeTo at={draw.fullDate} />
        </>
      );
    case 'due':
      return words.drawing;
    case 'late':
      return words.late;
    case 'falling':
      return scene.out === 0 ? words.drawing : words.outOfNine(scene.out);
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

/** For screen readers, each said once: the draw is closed, its nine numbers, what it paid. */
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
