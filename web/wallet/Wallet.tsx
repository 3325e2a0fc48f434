import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Payment } from '#contract/payments.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useBalance, useMe, type Balance } from '#web/api/signed-in.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { useWayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Money } from '#web/values/Money.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/wallet.ts';
import { Payments } from './Payments.tsx';
import { ReturnedPayment } from './ReturnedPayment.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';
import styles from './Wallet.module.css';
import { usePayoutsWait, WithdrawalsWait } from './WithdrawalsWait.tsx';
import { keepWayOn, readWayOn } from './wayOn.ts';

// Lazy, because the forms need a form library that the wallet itself does not.
const waiting = <Skeleton shape="block" lines={2} />;
const AddFunds = lazyPart(async () => ({ default: (await import('./AddFunds.tsx')).AddFunds }), { waiting });
const Explanation = lazyPart(async () => ({ default: (await import('./Explanation.tsx')).Explanation }), { waiting });
const Withdraw = lazyPart(async () => ({ default: (await import('./Withdraw.tsx')).Withdraw }), { waiting });

/**
 * Both wallets, and the sheets for deposits and withdrawals. The address holds what is open: `?add=1` and `?withdraw=1`
 * for the sheets (`?add=4200` and `?withdraw=4200` for a wanted amount), `?explain=1` for where the money comes from, and
 * `?payment=…` after a payment.
 */
export default function Wallet() {
  const [params, setParams] = useSearchParams();
  const state = useHistoryState<object | null>();
  const { from } = useWayBack();
  const balance = useBalance();
  const me = useMe();
  const waits = usePayoutsWait();
  const isPending = me.isPending || waits.isPending;
  const paymentId = params.get('payment');
  const wayOn = readWayOn();

  const close = () => setParams({}, { replace: true, state });

  function follow(payment: Payment) {
    if (payment.direction === 'deposit') keepWayOn(from);
    // Replaces the entry, so that Back from the provider's page shows the payment's status and not the sheet again.
    setParams({ payment: payment.id }, { replace: true, state });
    if (payment.redirectUrl) location.assign(payment.redirectUrl);
  }

  return (
    <Page title={words.title} lead={words.lead}>
      {!isPending && me.data?.confirmed === false && <Unconfirmed />}
      {!isPending && waits.data && <WithdrawalsWait {...waits.data} />}
      {paymentId && (
        <ReturnedPayment
          key={paymentId}
          id={paymentId}
          wayOn={wayOn}
          onAgain={({ direction, amount }) =>
            setParams(
              { [direction === 'deposit' ? 'add' : 'withdraw']: String(amount) },
              // Leaving the site has lost the history state with the page to return to.
              { state: wayOn === null ? state : { from: wayOn } },
            )
          }
          onClose={close}
        />
      )}
      {/* Until both are loaded: their notices appear together with what is below them, so that nothing shifts. */}
      {isPending && (
        <Card surface="night">
          <Skeleton shape="block" lines={2} />
        </Card>
      )}
      <div className={styles.columns} hidden={isPending}>
        <Balances
          balance={balance}
          onAdd={() => setParams({ add: '1' }, { state })}
          onWithdraw={() => setParams({ withdraw: '1' }, { state })}
          onExplain={() => setParams({ explain: '1' }, { state })}
        />
        <Payments />
      </div>
      <Dialog open={params.has('add')} onClose={close} title={words.add.title}>
        <AddFunds wanted={Number(params.get('add')) || 0} onStarted={follow} />
      </Dialog>
      <Dialog open={params.has('withdraw')} onClose={close} title={words.take.title}>
        <Withdraw wanted={Number(params.get('withdraw')) || 0} onStarted={follow} />
      </Dialog>
      <Dialog open={params.has('explain')} onClose={close} title={words.explain.title}>
        <Explanation balance={balance.data} />
      </Dialog>
    </Page>
  );
}

interface BalancesProps {
  balance: ReturnType<typeof useBalance>;
  onAdd: () => void;
  onWithdraw: () => void;
  onExplain: () => void;
}

function Balances({ balance, onAdd, onWithdraw, onExplain }: BalancesProps) {
  if (balance.error && !balance.data) {
    return (
      <Card>
        <Failure error={balance.error} onRetry={balance.refetch} retrying={balance.isFetching} />
      </Card>
    );
  }
  return (
    <Card as="section" surface="night" className={styles.wallet}>
      <div>
        <h2 className={styles.label}>{words.total}</h2>
        <p className={styles.total}>{balance.data ? <Money amount={Number(balance.data.total)} /> : <Skeleton />}</p>
      </div>
      <div className={styles.actions}>
        <Button size="l" icon={moreIcons.plus} onClick={onAdd}>
          {words.addFunds}
        </Button>
        <Button size="l" variant="secondary" icon={moreIcons.arrowUp} onClick={onWithdraw}>
          {words.withdraw}
        </Button>
      </div>
      <div className={styles.parts}>
        <Part {...words.deposit} amount={balance.data?.deposit} />
        <Part {...words.win} amount={balance.data?.win} />
      </div>
      <Button variant="secondary" onClick={onExplain}>
        {words.explain.button}
      </Button>
    </Card>
  );
}

function Part({ title, text, amount }: { title: string; text: string; amount: Balance['win'] | undefined }) {
  return (
    <div>
      <h3 className={styles.label}>{title}</h3>
      <p className={styles.amount}>{amount === undefined ? <Skeleton /> : <Money amount={amount} />}</p>
      <p className={styles.note}>{text}</p>
    </div>
  );
}
