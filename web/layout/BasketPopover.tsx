import { useEffect, useState } from 'react';
import { betTypes, highestMult } from '#domain/bet-types.ts';
import { formatAmount } from '#domain/money.ts';
import { useFollowNextDraw } from '#web/attempts/follow-next-draw.ts';
import { useBasket, type BasketItem } from '#web/basket/basket.ts';
import { hasDrawClosed } from '#web/basket/closed.ts';
import { betsOf } from '#web/basket/identical.ts';
import { Moved, timesOf } from '#web/basket/Moved.tsx';
import { removeBet } from '#web/basket/remove.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Money } from '#web/values/Money.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { stopOf, useUpcomingDraws } from '#web/api/upcoming.ts';
import { useAtServerTime, useNow } from '#web/clock/clock.ts';
import { closePopover } from '#ui/Popover.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words as uiWords } from '#ui/words/en/kit.ts';
import { words } from '#web/words/en/basket.ts';
import { colon } from '#web/words/en/marks.ts';
import styles from './BasketPopover.module.css';
import { offline } from './offline.ts';

const betsShown = 2;
const slots = 9;

export default function BasketPopover({ popoverId }: { popoverId: string }) {
  const { items, total } = useBasket();
  const kept = useAtServerTime(() => offline.kept);
  useFollowNextDraw(useUpcomingDraws().draws);
  const [isAll, setAll] = useState(false);
  useEffect(() => {
    // Back and forward show another page: without this the basket would stay open over it.
    const close = () => closePopover(popoverId);
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, [popoverId]);
  const bets = betsOf(items);
  const shown = isAll ? bets : bets.slice(0, betsShown);
  const hidden = items.length - shown.flat().length;
  return (
    <div className={styles.basket}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{words.title}</h2>
          {items.length > 0 && <p className={styles.small}>{words.holds(items.length, timesOf(items))}</p>}
        </div>
        <IconButton icon={icons.close} label={uiWords.close} onClick={() => closePopover(popoverId)} />
      </div>
      {items.length === 0 ? (
        <div className={styles.empty}>
          <NumberSlots numbers={[]} count={slots} bare />
          <b>{words.empty}</b>
          <p>{words.emptyText}</p>
        </div>
      ) : (
        <ul className={styles.tickets}>
          {shown.map((bet) => (
            <BasketBet key={bet[0]!.id} bet={bet} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button
          variant="ghost"
          onClick={({ currentTarget }) => {
            const list = currentTarget.previousElementSibling!;
            setAll(true);
            // The button is gone then: a keyboard goes on with the first of those that have come.
            requestAnimationFrame(() => list.children[betsShown]?.querySelector('button')?.focus());
          }}
        >
          {words.more(hidden)}
        </Button>
      )}
      {items.length > 0 && (
        <div className={styles.end}>
          {total !== 0 && (
            <p className={styles.total}>
              <span>{words.total}</span>
              <b>
                <Money amount={total} />
              </b>
            </p>
          )}
          <ButtonLink to="/checkout" size="l" block onClick={() => closePopover(popoverId)}>
            {words.checkout}
          </ButtonLink>
          {kept && <p className={styles.small}>{kept}</p>}
        </div>
      )}
    </div>
  );
}

/** @param bet a ticket alone, or a series on several draws, soonest first */
function BasketBet({ bet }: { bet: readonly BasketItem[] }) {
  const item = bet[0]!;
  const name = words.bet(item.name, bet.length);
  const { draws } = useUpcomingDraws();
  const now = useNow();
  const closed = bet.filter((one) => hasDrawClosed(one, draws[0] ?? null, now)).length;
  const isStopped = stopOf(
    draws.find(({ id }) => id === item.drawId),
    item.name,
  );
  return (
    <li className={styles.ticket}>
      <div className={styles.line}>
        <b>{name}</b>
        <b className={styles.amount}>
          <Money amount={item.betAmount * bet.length} />
        </b>
        <IconButton
          icon={moreIcons.trash}
          // Several bets of a basket have the same name.
          label={words.remove(name + colon + item.selectedNumbers.join(' '))}
          onClick={() => removeBet(bet, name)}
        />
      </div>
      <div className={styles.date}>
        <span>
          <DateTime at={item.fullDate} />
          {bet.length > 1 && (
            <>
              {' – '}
              <DateTime at={bet.at(-1)!.fullDate} />
            </>
          )}
        </span>
        {isStopped && <span> · {words.stopped}</span>}
        <Moved bet={bet} />
        {closed > 0 && <b className={styles.closed}>{words.closed(closed, bet.length)}</b>}
        <span className={styles.pays}>
          {words.pays(
            formatAmount(item.betAmount * highestMult(betTypes[item.name])),
            item.name === 'IziOrder',
            bet.length > 1,
          )}
        </span>
      </div>
      <NumberSlots numbers={item.selectedNumbers} count={slots} bare />
    </li>
  );
}
