import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { getPlayLimits } from '#contract/calls/play-limits.ts';
import { customerDetails } from '#contract/forms/payments.ts';
import type { Payment } from '#contract/payments.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { useBalance } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { ActionBar } from '#ui/ActionBar.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { classNames } from '#ui/classNames.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Form, FormNotice, type FormError } from '#ui/Form.tsx';
import { ConfirmItIsYou } from '#web/proof/ConfirmItIsYou.tsx';
import { Money } from '#web/values/Money.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import surfaces from '#ui/surfaces.module.css';
import { moreIcons } from '#ui/more-icons.ts';
import { formatPhone } from '#domain/phone.ts';
import { words } from '#web/words/en/wallet.ts';
import { checkAmount, highestAmount, refuseAmount, withAmount } from './amount.ts';
import { AmountField } from './AmountField.tsx';
import { ForConfirmed, type Known } from './ForConfirmed.tsx';
import { MethodChoice } from './MethodChoice.tsx';
import { countryOfPhone, firstMethod, methodsIn, usableOf, useWithdrawable, type PaymentMethod } from './methods.ts';
import { payableOut, type Payable } from './payable.ts';
import styles from './Sheet.module.css';
import { ToIdentity } from './ToIdentity.tsx';
import { usePayoutsWait, WithdrawalsWait } from './WithdrawalsWait.tsx';
import { useStartPayment } from './useStartPayment.ts';

interface WithdrawProps {
  /** The amount asked for before; 1 or less when unknown. */
  wanted: Francs;
  /** The withdrawal has started, and its money is held. */
  onStarted: (payment: Payment) => void;
}

/** The sheet's content: the amount form, then a review step, then the withdrawal. */
export function Withdraw(props: WithdrawProps) {
  return (
    <>
      <ForConfirmed>{(known) => <WithdrawAvailable {...props} {...known} />}</ForConfirmed>
      {/* A large withdrawal is refused until the client has confirmed who they are. */}
      <ConfirmItIsYou />
    </>
  );
}

function WithdrawAvailable(props: WithdrawProps & Known) {
  const balance = useBalance();
  const stopped = useApi(getPlayLimits, {}, { select: ({ data }) => Boolean(data.pausedUntil ?? data.identityNeeded) });
  const rule = useWithdrawable();
  const waits = usePayoutsWait();
  const needed = [balance, stopped, rule, waits];
  const failed = needed.find(({ error, data }) => error && data === undefined);
  if (failed) return <Failure error={failed.error} onRetry={() => needed.forEach((query) => void query.refetch())} />;
  if (waits.data) return <WithdrawalsWait {...waits.data} />;
  if (!balance.data || stopped.data === undefined || !rule.data || waits.isPending)
    return <Skeleton shape="block" lines={2} />;
  const { amount, source } = payableOut(balance.data, rule.data, stopped.data);
  if (amount === 0) return <NothingToWithdraw source={source} stopped={stopped.data} />;
  return <WithdrawForm {...props} available={amount} source={source} stopped={stopped.data} />;
}

function NothingToWithdraw({ source, stopped }: { source: Payable['source']; stopped: boolean }) {
  const { title, text, play, nothing } = words.nothingToWithdraw;
  // A player who cannot play gets no button to play.
  if (stopped) return <EmptyState icon={moreIcons.wallet} title={nothing} />;
  const isWinnings = source === 'winnings';
  return (
    <EmptyState
      icon={moreIcons.wallet}
      title={isWinnings ? title : nothing}
      action={<ButtonLink to="/">{play}</ButtonLink>}
    >
      {isWinnings && text}
    </EmptyState>
  );
}

interface WithdrawFormProps extends WithdrawProps, Known {
  available: Francs;
  /** The wallets that the available amount comes from. */
  source: Payable['source'];
  stopped: boolean;
}

function withdrawalForm(offered: readonly PaymentMethod[], available: Francs) {
  const form = v.strictObject({ amount: v.nullable(v.number()), method: customerDetails.entries.method });
  return v.pipe(
    form,
    checkAmount(available, ({ method }) => offered.find((one) => one.method === method)),
    v.transform(withAmount),
  );
}

function WithdrawForm({ me, methods, payments, available, source, stopped, wanted, onStarted }: WithdrawFormProps) {
  // Money goes to the confirmed phone only, so the country is the phone's.
  const country = countryOfPhone(me.phone) ?? me.country;
  const offered = methodsIn(methods, 'withdrawal', country);
  const form = useForm({
    resolver: valibotResolver(withdrawalForm(offered, available)),
    defaultValues: { amount: wanted > 1 ? wanted : null, method: firstMethod(offered, payments)?.method ?? '' },
  });
  const { errors } = form.formState;
  const [amount, method] = useWatch({ control: form.control, name: ['amount', 'method'] });
  const limits = offered.find((one) => one.method === method);
  const most = limits ? highestAmount(limits, available) : null;
  const isRight = limits !== undefined && refuseAmount(amount, limits, available) === null;
  const after = available - (isRight ? (amount ?? 0) : 0);
  const [checked, setChecked] = useState<{ amount: Francs; method: string } | null>(null);
  const move = useStartPayment('withdrawal', me.id, form, { onStarted, onRefused: () => setChecked(null) });

  if (checked) {
    const { phone, firstName, lastName } = me;
    return (
      <Check
        {...checked}
        to={words.take.toWith(formatPhone(phone), limits?.label ?? checked.method)}
        available={available}
        source={source}
        error={errors.root?.['server']}
        pending={move.isPending}
        onConfirm={() => move.start({ ...checked, country, phone, firstName, lastName })}
        onChange={() => setChecked(null)}
      />
    );
  }
  return (
    <Form className={styles.form} error={errors.root?.['server']} onSubmit={form.handleSubmit(setChecked)}>
      {move.needsIdentity && <ToIdentity />}
      <div className={classNames(surfaces.well, styles.well)}>
        <Controller
          control={form.control}
          name="amount"
          render={({ field }) => (
            <AmountField
              field={field}
              limits={limits}
              available={available}
              chips={most ? [most] : undefined}
              aside={words.take.available[source](formatFrancs(available))}
              error={errors.amount?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="method"
          render={({ field }) => (
            <MethodChoice {...field} label={words.form.payoutMethod} offered={offered} error={errors.method?.message} />
          )}
        />
      </div>
      <p className={styles.to}>
        {words.take.toPhone}
        <bdi>{formatPhone(me.phone)}</bdi>
      </p>
      {stopped && <p className={styles.note}>{words.take.stopped}</p>}
      <ActionBar
        className={styles.bar}
        name={words.take.title}
        label={words.take.after[source]}
        sum={<Money amount={after} />}
        action={
          <Button type="submit" disabled={usableOf(offered).length === 0}>
            {words.withdraw}
          </Button>
        }
        message={words.take.next}
      />
    </Form>
  );
}

interface CheckProps {
  amount: Francs;
  to: string;
  available: Francs;
  source: Payable['source'];
  /** Set when the last try's outcome is unknown; the same try can be sent again. */
  error: FormError;
  pending: boolean;
  onConfirm: () => void;
  onChange: () => void;
}

function Check({ amount, to, available, source, error, pending, onConfirm, onChange }: CheckProps) {
  return (
    <div className={styles.check} tabIndex={-1} ref={focusIt}>
      <h3>{words.take.check}</h3>
      <Facts ruled className={styles.facts}>
        <Fact name={words.take.amount}>
          <Money amount={amount} />
        </Fact>
        <Fact name={words.take.to}>
          <bdi>{to}</bdi>
        </Fact>
        <Fact name={words.take.before[source]}>
          <Money amount={available} />
        </Fact>
        <Fact name={words.take.after[source]}>
          <Money amount={available - amount} />
        </Fact>
      </Facts>
      <p className={styles.note}>{words.take.held}</p>
      <FormNotice error={error} />
      <div className={styles.submit}>
        <Button
          size="l"
          block
          pending={pending}
          // Ignores the second half of a double tap on the form's button, which lands here.
          onClick={(event) => event.detail < 2 && onConfirm()}
        >
          {words.take.confirm(formatFrancs(amount))}
        </Button>
        <Button variant="ghost" block disabled={pending} onClick={onChange}>
          {words.take.change}
        </Button>
      </div>
    </div>
  );
}

/** The field that had the focus is gone, so the focus moves here. */
function focusIt(element: HTMLElement | null) {
  element?.focus();
}
