import { useNavigate } from 'react-router';
import { betTypes, highestMult } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { basket, type BasketItem } from '../basket/basket.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateTime } from '../ui/DateTime.tsx';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { NumberSlots } from '../ui/NumberSlots.tsx';
import { words } from '../words/en/checkout.ts';
import { moveTo, type NextDraw } from './closing.ts';
import styles from './Item.module.css';

interface ItemProps {
  item: BasketItem;
  /** Whether sales for its draw have closed. */
  closed: boolean;
  next: NextDraw | null;
  /** Why the server did not take it. */
  refusal: string | undefined;
  disabled: boolean;
}

/** A ticket that is not paid yet. */
export function Item({ item, closed, next, refusal, disabled }: ItemProps) {
  const navigate = useNavigate();
  const trouble = closed ? words.closed : refusal;
  return (
    <Card as="article" className={styles.item}>
      <ItemFacts item={item} />
      {trouble && (
        <p className={styles.trouble} role="alert">
          <Icon name="warning" size={18} /> {trouble}
        </p>
      )}
      <div className={styles.actions}>
        {closed && next && (
          <Button size="s" disabled={disabled} onClick={() => basket.update(item.id, moveTo(next))}>
            {words.moveTo(formatTime(next.fullDate))}
          </Button>
        )}
        <Button
          variant="ghost"
          size="s"
          icon="edit"
          aria-label={words.editOne(item.name)}
          disabled={disabled}
          onClick={() => void navigate('/', { state: { edit: item.id } })}
        >
          {words.edit}
        </Button>
        <Button
          variant="ghost"
          size="s"
          icon="trash"
          aria-label={words.removeOne(item.name)}
          disabled={disabled}
          onClick={() => basket.remove(item.id)}
        >
          {words.remove}
        </Button>
      </div>
    </Card>
  );
}

export function ItemFacts({ item }: { item: BasketItem }) {
  const { name, fullDate, betAmount, selectedNumbers } = item;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.date}>
          <DateTime at={fullDate} />
        </span>
        <b className={styles.amount}>{formatFrancs(betAmount)}</b>
      </div>
      <NumberSlots numbers={selectedNumbers} />
      <p className={styles.payout}>{words.upTo(formatFrancs(betAmount * highestMult(betTypes[name])))}</p>
    </>
  );
}
