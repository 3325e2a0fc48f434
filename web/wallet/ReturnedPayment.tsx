import { useEffect } from 'react';
import { getPayment } from '#contract/calls/payments.ts';
import type { Payment } from '#contract/payments.ts';
import { formatFrancs } from '#domain/money.ts';
import { explain } from '#web/api/explain.ts';
import { refresh, useApi } from '#web/api/queries.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/wallet.ts';
import { askAgainAfter, describePayment, phaseOf } from './payment.ts';
import { ReviewUntil } from './ReviewUntil.tsx';
import styles from './Wallet.module.css';

// The offer is loaded late, because most players who return have a passkey, or do not want one.
const PasskeyOffer = lazyPart(async () => ({ default: (await import('#web/proof/PasskeyOffer.tsx')).PasskeyOffer }), {
  renderBroken: () => null,
});

interface ReturnedPaymentProps {
  id: string;
  /** The page to return to, offered once the money has arrived. */
  wayOn: string | null;
  /** The payment has failed, and the client wants to try again. */
  onAgain: (payment: Payment) => void;
  onClose: () => void;
}

const tones = { waiting: 'info', done: 'success', failed: 'warning' } as const;

/** The status of the payment the client returns from, polled until it has ended. */
export function ReturnedPayment({ id, wayOn, onAgain, onClose }: ReturnedPaymentProps) {
  const { data, error, refetch, isFetching } = useApi(
    getPayment,
    { params: { id } },
    {
      select: (answer) => answer.data,
      refetchInterval: ({ state }) => askAgainAfter(state.data ? [state.data.data] : []),
    },
  );
  const phase = data && phaseOf(data);
  useEffect(() => {
    if (phase === 'done' || phase === 'failed') refresh('balance');
  }, [phase]);

  if (error && !data) {
    const { title, text } = explain(error);
    return (
      <Notice tone="error" title={title}>
        <p>{text}</p>
        <div className={styles.notice}>
          <Button size="s" pending={isFetching} onClick={() => void refetch()}>
            {words.returned.again}
          </Button>
          <Button size="s" variant="ghost" onClick={onClose}>
            {words.returned.dismiss}
          </Button>
        </div>
      </Notice>
    );
  }
  return (
    <>
      <div aria-live="polite" ref={comeIntoSight}>
        {data && phase ? (
          <Notice tone={tones[phase]} title={words.returned.title[data.direction](formatFrancs(data.amount))}>
            <p>{describePayment(data).sentence}</p>
            {data.reviewUntil !== null && (
              <p>
                <ReviewUntil at={data.reviewUntil} />
              </p>
            )}
            <div className={styles.notice}>
              <WayOn payment={data} wayOn={wayOn} onAgain={onAgain} />
              <Button size="s" variant="ghost" onClick={onClose}>
                {words.returned.dismiss}
              </Button>
            </div>
          </Notice>
        ) : (
          <Notice>{words.returned.checking}</Notice>
        )}
      </div>
      {phase === 'done' && data?.direction === 'deposit' && <PasskeyOffer />}
    </>
  );
}

/** A tap on a payment far down the list opens this at the top of the page. */
function comeIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

function WayOn({ payment, wayOn, onAgain }: { payment: Payment } & Pick<ReturnedPaymentProps, 'wayOn' | 'onAgain'>) {
  const { direction, redirectUrl } = payment;
  const phase = phaseOf(payment);
  if (phase === 'waiting' && redirectUrl) {
    return (
      <Button size="s" onClick={() => location.assign(redirectUrl)}>
        {words.returned.approve}
      </Button>
    );
  }
  if (phase === 'failed') {
    return (
      <Button size="s" onClick={() => onAgain(payment)}>
        {words.returned.again}
      </Button>
    );
  }
  if (phase === 'done' && direction === 'deposit' && wayOn) {
    return (
      <ButtonLink size="s" to={wayOn}>
        {words.returned.onward}
      </ButtonLink>
    );
  }
  return null;
}
