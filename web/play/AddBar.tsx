import { betTypes, highestMult } from '#domain/bet-types.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { possiblePayout } from '#domain/ticket.ts';
import { ActionBar } from '#ui/ActionBar.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/classNames.ts';
import { useAtServerTime } from '#web/clock/clock.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { offline } from '#web/layout/offline.ts';
import { formatMult, formatPercent } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play.ts';
import type { ActiveBet } from './active-bet.ts';
import styles from './AddBar.module.css';

// Only one bet type has several.
const Prizes = lazyPart(() => import('./Prizes.tsx'));

interface AddBarProps {
  bet: ActiveBet;
  count: number;
  /** The missing part of the ticket, in a sentence; empty for none. */
  missing: string;
  /** Whether the player has tried to add the incomplete ticket. */
  tried: boolean;
  pending: boolean;
  /** The ticket that was just added, or news about the draw, in a sentence. */
  news: string;
  /** The ticket is in the basket already and is being changed. */
  edits: boolean;
  onTiers: (isOpen: boolean) => void;
  onAdd: () => void;
}

/**
 * The stub of the ticket: what it pays, and the button to add it. On a phone it is always visible.
 */
export function AddBar({ bet, count, missing, tried, pending, news, edits, onTiers, onAdd }: AddBarProps) {
  const { name, betAmount, full } = bet;
  const betType = betTypes[name];
  const payout = possiblePayout(bet);
  const kept = useAtServerTime(() => offline.kept);
  const isOrder = name === 'IziOrder';
  const said = full ? words.full : (tried && missing) || news || missing;
  return (
    <ActionBar
      className={classNames(styles.bar, isOrder && styles.order)}
      name={words.yourTicket}
      label={
        isOrder ? (
          <Prizes betType={betType} stake={payout && betAmount} oneIn={words.oneIn} onOpen={() => onTiers(true)} />
        ) : (
          words.possiblePayout(count)
        )
      }
      sum={!isOrder && (payout === null ? words.timesStake(formatMult(highestMult(betType))) : formatFrancs(payout))}
      action={
        <Button
          size="l"
          block
          className={missing ? styles.incomplete : undefined}
          pending={pending}
          aria-describedby={messageId}
          onClick={onAdd}
        >
          {edits ? words.save : words.add}
        </Button>
      }
      message={
        <span id={messageId} data-tried={tried && said === missing} role={tried ? 'alert' : 'status'}>
          {said ||
            kept ||
            (count > 1
              ? words.forDraws(count, formatAmount(betAmount), formatFrancs(betAmount * count))
              : isOrder
                ? words.nothingPaid
                : words.returns(
                    formatFrancs(betAmount),
                    formatAmount(highestMult(betType)),
                    formatPercent(betType.rtp),
                  ))}
        </span>
      }
    />
  );
}

/** The line that says what is missing or wrong. */
export const messageId = 'missing';
