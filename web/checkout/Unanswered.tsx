import type { useMe } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useBasket } from '#web/basket/basket.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/checkout.ts';
import type { BetsAttempt } from '#web/attempts/bets.ts';
import { ItemCard } from './Item.tsx';
import type { usePay } from './usePay.ts';

interface UnansweredProps {
  attempt: BetsAttempt;
  me: ReturnType<typeof useMe>;
  payment: ReturnType<typeof usePay>;
}

/** Tickets that were sent without an answer: only these can be sent again, and nothing else. */
export function Unanswered({ attempt, me, payment }: UnansweredProps) {
  const { items } = useBasket();
  const { isSending, pay } = payment;
  const sent = new Set(attempt.entries.map(({ item }) => item.id));
  const others = items.filter(({ id }) => !sent.has(id)).length;
  return (
    <>
      {!isSending && (
        <Notice tone="warning" title={words.unknown.title}>
          <p role="alert">{words.unknown.text}</p>
        </Notice>
      )}
      {attempt.entries.map(({ item }) => (
        <ItemCard key={item.id} item={item} />
      ))}
      {others > 0 && <p>{words.unknown.waiting(others)}</p>}
      {me.error && !me.data && <Failure error={me.error} onRetry={me.refetch} retrying={me.isFetching} />}
      {me.data && (
        <Button size="l" block pending={isSending} onClick={pay}>
          {isSending ? words.pay : words.unknown.retry}
        </Button>
      )}
      <ButtonLink to="/my-bets" variant="ghost" block>
        {words.unknown.myBets}
      </ButtonLink>
    </>
  );
}
