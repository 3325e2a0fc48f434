import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explainPush } from '#web/api/explain-push.ts';
import { readPushSupport, refuseHere, subscribeHere } from '#web/api/push.ts';
import { refresh } from '#web/api/queries.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words as allWords } from '#web/words/en/receipt-offers.ts';
import styles from './WinOffer.module.css';

const words = allWords.win;

/**
 * Offers that this browser be told of wins. Its progress is shown in the same place with the same height, so that nothing moves
 * under the finger.
 */
export function WinOffer({ pushKey }: { pushKey: string }) {
  const box = useRef<HTMLElement>(null);
  const [isRefused, setRefused] = useState(false);
  const turn = useMutation<boolean>({
    networkMode: 'always',
    mutationFn: () => subscribeHere(pushKey),
    onSuccess: (isOn) => {
      if (isOn) refresh('auth');
    },
  });
  // A client who refuses when the browser asks, and then allows it in the browser, is told of wins.
  const end = turn.data ? 'on' : isRefused ? 'refused' : readPushSupport() === 'denied' ? 'denied' : null;
  useEffect(() => {
    // The button that was used is gone.
    if (end) box.current?.focus({ preventScroll: true });
  }, [end]);

  function keepHeight() {
    const { style } = box.current!;
    style.minHeight = `${box.current!.getBoundingClientRect().height}px`;
  }

  function refuse() {
    keepHeight();
    refuseHere();
    setRefused(true);
  }

  function accept() {
    keepHeight();
    turn.mutate();
  }

  const question = turn.isPending ? words.asking : turn.data === false ? words.notYet : words.text;
  const { title, text } = end
    ? words[end]
    : turn.error
      ? explainPush(turn.error)
      : { title: words.title, text: question };

  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={words.action}
      className={styles.offer}
      data-end={turn.error ? 'failed' : end}
    >
      {/* New text is read out: a failure at once, all else when there is a pause. */}
      <div key={turn.error ? 'failed' : 'said'} role={turn.error ? 'alert' : 'status'}>
        <strong className={styles.title}>
          {end === 'on' && <Icon path={icons.check} size={20} />}
          {title}
        </strong>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.ways}>
        {end === null && (
          <>
            {/* Its face is hidden while it waits. */}
            <Button size="s" variant="strong" aria-label={words.action} pending={turn.isPending} onClick={accept}>
              {words.action}
            </Button>
            <Button size="s" variant="ghost" onClick={refuse}>
              {words.refuse}
            </Button>
          </>
        )}
        {end && (
          <ButtonLink size="s" variant="secondary" to="/profile#notices">
            {words.link}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
