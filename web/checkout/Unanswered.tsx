import type { useMe } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useBasket } from '#web/basket/basket.ts';
import { ActionBar } from '#ui/ActionBar.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Money } from '#web/values/Money.tsx';
import { words } from '#web/words/en/checkout.ts';
import type { BetsAttempt } from '#web/attempts/bets.ts';
import { BetFace } from './BetLine.tsx';
import lineStyles from './BetLine.module.css';
import { betsOf } from '#web/basket/identical.ts';
import styles from './Order.module.css';
import { totalOf } from './Sums.tsx';
import type { usePay } from './usePay.ts';

interface UnansweredProps {
  attempt: BetsAttempt;
  me: ReturnType<typeof useMe>;
  payment: ReturnType<typeof usePay>;
}

/** Tickets that were sent without an answer: only these can be sent again, and nothing else. */
export function Unanswered({ attempt, me, payment }: UnansweredProps) {
  // Rendered a few times in all: the compiler's code that spares renders would be more bytes than it is worth.
  'use no memo';
  const { items } = useBasket();
  const { isSending, pay } = payment;
  const entries = attempt.entries.map(({ item }) => item);
  const sent = new Set(entries.map(({ id }) => id));
  const others = items.filter(({ id }) => !sent.has(id)).length;
  return (
    <div className={styles.order}>
      {!isSending && (
        <Notice tone="warning" title={words.unknown.title}>
          <p role="alert">{words.unknown.text}</p>
        </Notice>
      )}
      <ul className={lineStyles.bets}>
        {betsOf(entries).map((bet) => (
          <BetFace key={bet[0]!.id} bet={bet} />
        ))}
      </ul>
      {others > 0 && <p>{words.unknown.waiting(others)}</p>}
      {me.error && !me.data && <Failure error={me.error} onRetry={me.refetch} retrying={me.isFetching} />}
      <ButtonLink to="/my-bets" variant="ghost" block>
        {words.unknown.myBets}
      </ButtonLink>
      <ActionBar
        className={styles.foot}
        name={words.summary}
        label={words.totalOf(entries.length, entries.length)}
        sum={<Money amount={totalOf(entries)} />}
        action={
          <Button pending={isSending} disabled={!me.data} onClick={() => pay()}>
            {isSending ? words.pay : words.unknown.retry}
          </Button>
        }
        message={words.unknown.once}
      />
    </div>
  );
}
