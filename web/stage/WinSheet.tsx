import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { betTypes } from '#domain/bet-types.ts';
import { currency, formatAmount, formatFrancs, type Francs } from '#domain/money.ts';
import { useBalance } from '#web/api/signed-in.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Curve } from '#web/layout/Curve.tsx';
import { Balls } from '#web/tickets/Balls.tsx';
import { formatMult } from '#web/tickets/odds.ts';
import { formatDateTime } from '#web/values/format.ts';
import type { Play } from '#web/values/gain.ts';
import { Money } from '#web/values/Money.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { BareDialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Link } from '#ui/Link.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/stage.ts';
import { payingAt, winsFirst, type Standing } from './standing.ts';
import type { DrawDetails } from './useDraw.ts';
import styles from './WinSheet.module.css';

const ShareWin = lazyPart(() => import('#web/fairness/ShareWin.tsx'));

/** The draws whose win was offered to be shared. */
const offered = new Set<string>();

function isFirstOffer(drawId: string): boolean {
  const isFirst = !offered.has(drawId);
  offered.add(drawId);
  return isFirst;
}

interface WinSheetProps {
  draw: DrawDetails;
  result: readonly string[];
  /** All the client's tickets on this draw, settled. */
  standings: readonly Standing[];
  /** More was paid than staked. */
  outcome: Play;
  still: boolean;
  onClose: () => void;
}

/**
 * The payout of a draw, its reason, and the net sum. The two buttons have the same size, and neither asks the client to
 * play more.
 */
export default function WinSheet({ draw, result, standings, outcome, still, onClose }: WinSheetProps): ReactNode {
  const { data: balance } = useBalance();
  const { paid, staked } = outcome;
  const [canShare] = useState(() => isFirstOffer(draw.id));
  const [isSharing, setSharing] = useState(false);
  const hits = payingAt(standings, result).map((names) => names.length > 0);
  const wins = winsFirst(standings.filter(({ pays }) => pays > 0));
  return (
    <BareDialog open onClose={onClose} label={words.win.title}>
      <div className={styles.head} data-still={still}>
        {!still && <Confetti />}
        <IconButton className={styles.close} icon={icons.close} label={words.win.close} onClick={onClose} />
        <p className={styles.title}>{words.win.title}</p>
        <Amount net={paid - staked} still={still} />
        <p className={styles.about}>{words.win.about(formatDateTime(draw.fullDate))}</p>
        <Curve />
      </div>
      <div className={styles.body}>
        <Balls numbers={result} hits={hits} />
        <p className={styles.why}>{whyOf(wins, result)}</p>
        <dl className={styles.sum}>
          {wins.map(({ ticket, pays }) => (
            <div key={ticket.id}>
              <dt>
                {words.win.line(
                  ticket.name,
                  ticket.selectedNumbers.join(' '),
                  formatFrancs(ticket.betAmount),
                  formatMult(pays / ticket.betAmount),
                )}
              </dt>
              <dd>
                <Money amount={pays} />
              </dd>
            </div>
          ))}
          <div className={styles.staked}>
            <dt>{words.win.staked(standings.length)}</dt>
            <dd>
              <Money amount={-staked} />
            </dd>
          </div>
          <div className={styles.ahead}>
            <dt>{words.win.ahead}</dt>
            <dd>
              <Money amount={paid - staked} signed />
            </dd>
          </div>
        </dl>
        <div className={styles.actions}>
          <ButtonLink size="l" variant="strong" to="/my-wallet?withdraw=1" onClick={onClose}>
            {words.win.withdraw}
          </ButtonLink>
          <ButtonLink size="l" variant="secondary" to="/" onClick={onClose}>
            {words.win.playAgain}
          </ButtonLink>
        </div>
        {canShare && (
          <Button
            className={styles.share}
            size="l"
            variant="ghost"
            icon={moreIcons.share}
            onClick={() => setSharing(true)}
          >
            {words.win.share}
          </Button>
        )}
        {isSharing && (
          <ShareWin
            win={{ fullDate: draw.fullDate, net: paid - staked, result, hits }}
            drawId={draw.id}
            ticket={wins[0]!.ticket}
            onClose={() => setSharing(false)}
          />
        )}
        <p className={styles.foot}>
          <Link to={`/results/${draw.id}`} onClick={onClose}>
            {words.win.proof}
          </Link>
          {balance && <span>{words.win.balance(formatFrancs(Number(balance.total)))}</span>}
        </p>
      </div>
    </BareDialog>
  );
}

/** One sentence for all tickets that go by the first three, and one for each that is in order. */
function whyOf(wins: readonly Standing[], result: readonly string[]): string {
  const inOrder = wins.filter(({ ticket }) => betTypes[ticket.name].hit.kind === 'exact');
  const others = wins.filter((win) => !inOrder.includes(win));
  const cameOut = result.filter((_, place) => payingAt(others, result)[place]!.length > 0);
  const parts = cameOut.map((number, index) => words.win.cameOut(number, result.indexOf(number), index === 0));
  return [
    ...(parts.length > 0 ? [words.win.because(parts)] : []),
    ...inOrder.map(({ hits }) => words.win.inOrder(hits.filter(Boolean).length)),
  ].join(' ');
}

const countsFor = 900;
const steps = 24;

/** Counts up to the amount, whose width it has from the start. */
function Amount({ net, still }: { net: Francs; still: boolean }) {
  const [step, setStep] = useState(still ? steps : 0);
  useEffect(() => {
    if (step >= steps) return;
    const timer = setTimeout(() => setStep(step + 1), countsFor / steps);
    return () => clearTimeout(timer);
  }, [step]);
  // Stakes and payouts are in hundreds of francs, and so is every step.
  const counted = step >= steps ? net : Math.round((net * step) / steps / 100) * 100;
  return (
    <p className={styles.amount}>
      <VisuallyHidden>{`+${formatFrancs(net)}`}</VisuallyHidden>
      <span aria-hidden="true" className={styles.counting}>
        <span className={styles.final}>{`+${formatAmount(net)}`}</span>
        <span>{`+${formatAmount(counted)}`}</span>
      </span>
      <small aria-hidden="true">{currency}</small>
    </p>
  );
}

/** Left and top of each piece: around the amount, never across it. */
const pieces = [
  ['6%', 30, 20],
  ['15%', 98, -30],
  ['19%', 18, 60],
  ['9%', 56, 10],
  ['34%', 22, -50],
  ['42%', 14, 35],
  ['58%', 20, -20],
  ['90%', 112, 70],
  ['72%', 24, 15],
  ['88%', 60, -60],
  ['79%', 32, 30],
  ['94%', 70, -15],
  ['4%', 120, 45],
  ['95%', 128, -40],
] as const;

function Confetti() {
  return (
    <span className={styles.confetti} aria-hidden="true">
      {pieces.map(([left, top, turn], index) => (
        <i
          key={left}
          style={
            {
              '--left': left,
              '--top': `${top}px`,
              '--turn': `${turn}deg`,
              '--after': `${index * 30}ms`,
            } as CSSProperties
          }
        />
      ))}
    </span>
  );
}
