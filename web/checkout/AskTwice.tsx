import { formatFrancs, type Francs } from '#domain/money.ts';
import { basket, type BasketItem } from '#web/basket/basket.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import surfaces from '#ui/surfaces.module.css';
import { DateTime } from '#web/values/DateTime.tsx';
import { words } from '#web/words/en/checkout.ts';
import styles from './AskTwice.module.css';

interface AskTwiceProps {
  /** The duplicate tickets, in groups. */
  twice: readonly (readonly BasketItem[])[];
  /** How many tickets would be paid, and how much for all of them. */
  count: number;
  total: Francs;
  onPay: () => void;
  onClose: () => void;
}

/** Names the tickets that are paid for more than once, and asks whether this is intended. */
export function AskTwice({ twice, count, total, onPay, onClose }: AskTwiceProps) {
  function keepOne() {
    for (const [, ...repeats] of twice) for (const { id } of repeats) basket.remove(id);
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.twice.title}
      footer={
        <>
          <Button size="l" block onClick={answer(onPay)}>
            {words.twice.payAll(count, formatFrancs(total))}
          </Button>
          <Button size="l" block variant="secondary" onClick={answer(keepOne)}>
            {words.twice.keepOne}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{words.twice.text}</p>
      <ul className={surfaces.board}>
        {twice.map((group) => (
          <Group key={group[0]!.id} group={group} />
        ))}
      </ul>
    </Dialog>
  );
}

/** Ignores the second half of a double tap on Pay, which may land on either answer. */
function answer(give: () => void) {
  return ({ detail }: { detail: number }) => {
    if (detail < 2) give();
  };
}

function Group({ group }: { group: readonly BasketItem[] }) {
  const { name, selectedNumbers, fullDate, betAmount } = group[0]!;
  return (
    <li className={styles.group}>
      <span>
        {name} {selectedNumbers.join(' ')}
        <small>
          {words.draw} <DateTime at={fullDate} />
        </small>
      </span>
      <span className={styles.price}>{words.each(group.length, formatFrancs(betAmount))}</span>
    </li>
  );
}
