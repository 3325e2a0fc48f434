import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { ProblemError } from '#contract/problems.ts';
import { betTypes, highestMult } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { basket, type BasketItem } from '#web/basket/basket.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { formatTime } from '#web/values/format.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { words } from '#web/words/en/checkout.ts';
import { isAboutDraw } from '#web/attempts/bets.ts';
import { moveTo, type NextDraw } from './closing.ts';
import styles from './Item.module.css';

interface ItemProps {
  item: BasketItem;
  /** Whether sales for its draw have closed. */
  closed: boolean;
  next: NextDraw | null;
  /** Why the server refused it. */
  refusal: ProblemError | undefined;
  disabled: boolean;
}

/** A ticket that is not paid yet. */
export function Item({ item, closed, next, refusal, disabled }: ItemProps) {
  const [, navigate] = useLocation();
  const trouble = closed ? words.closed : refusal?.message;
  const needsAnotherDraw = closed || isAboutDraw(refusal?.code);
  return (
    <ItemCard
      item={item}
      actions={
        <>
          <IconButton
            icon="edit"
            label={words.edit(item.name)}
            disabled={disabled}
            onClick={() => navigate('/', { state: { edit: item.id } })}
          />
          <IconButton
            icon="trash"
            label={words.remove(item.name)}
            disabled={disabled}
            onClick={() => basket.remove(item.id)}
          />
        </>
      }
    >
      {trouble && (
        <p className={styles.trouble} role="alert">
          <Icon name="warning" size={18} /> {trouble}
        </p>
      )}
      {needsAnotherDraw && next && (
        <Button size="s" variant="secondary" disabled={disabled} onClick={() => basket.update(item.id, moveTo(next))}>
          {words.moveTo(formatTime(next.fullDate))}
        </Button>
      )}
    </ItemCard>
  );
}

interface ItemCardProps {
  item: BasketItem;
  actions?: ReactNode;
  children?: ReactNode;
}

export function ItemCard({ item, actions, children }: ItemCardProps) {
  const { name, fullDate, betAmount, selectedNumbers } = item;
  return (
    <Card as="article" className={styles.item}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <b>{formatFrancs(betAmount)}</b>
      </div>
      <p className={styles.note}>
        <DateTime at={fullDate} />
      </p>
      <div className={styles.numbers}>
        <NumberSlots numbers={selectedNumbers} />
      </div>
      <div className={styles.foot}>
        <span className={styles.note}>{words.upTo(formatFrancs(betAmount * highestMult(betTypes[name])))}</span>
        {actions}
      </div>
      {children}
    </Card>
  );
}
