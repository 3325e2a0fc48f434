import { useState, type ReactNode } from 'react';
import { useBasket } from '#web/basket/basket.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { words as allWords } from '#web/words/en/session.ts';
import styles from './LogOut.module.css';
import { signOut } from './signOut.ts';

const words = allWords.logOut;

/** A button that logs out, and asks before when the basket would be lost. `children` renders it with its click handler. */
export function LogOut({ children }: { children: (logOut: () => void) => ReactNode }) {
  const { items } = useBasket();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {children(items.length > 0 ? () => setAsking(true) : signOut)}
      <Dialog open={asking} onClose={close} title={words.title}>
        <div className={styles.question}>
          <p>{words.deletes(items.length)}</p>
          <Button size="l" block onClick={signOut}>
            {words.confirm(items.length)}
          </Button>
          <ButtonLink to="/checkout" variant="secondary" size="l" block onClick={close}>
            {words.checkout}
          </ButtonLink>
          <Button variant="ghost" block onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
