import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { withdraw } from '#contract/calls/payments.ts';
import { getPlayLimits } from '#contract/calls/play-limits.ts';
import { customerDetails } from '#contract/forms/payments.ts';
import type { User } from '#contract/identity.ts';
import type { Payment } from '#contract/payments.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { useBalance } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { AmountInput } from '#web/values/AmountInput.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, FormNotice, type FormError } from '#ui/Form.tsx';
import { Money } from '#web/values/Money.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/wallet.ts';
import { checkAmount, highestAmount, withAmount } from './amount.ts';
import { ForConfirmed } from './ForConfirmed.tsx';
import { MethodChoice } from './MethodChoice.tsx';
import { countryOfPhone, methodsIn, type PaymentMethod } from './methods.ts';
import styles from './Sheet.module.css';
import { useMovement } from './useMovement.ts';

interface WithdrawProps {
  /** The amount asked for before; 1 or less when unknown. */
  wanted: Francs;
  /** The withdrawal has started, and its money is held. */
  onStarted: (payment: Payment) => void;
}

/** The sheet's content: the amount form, then a review step, then the withdrawal. */
export function Withdraw(props: WithdrawProps) {
  return <ForConfirmed>{(me, methods) => <WithdrawAvailable {...props} me={me} methods={methods} />}</ForConfirmed>;
}

function WithdrawAvailable(props: WithdrawProps & { me: User; methods: readonly PaymentMethod[] }) {
  const balance = useBalance();
  const paused = usePaused();
  if (balance.error && !balance.data) return <Failure error={balance.error} onRetry={balance.refetch} />;
  if (!balance.data || paused === null) return <Skeleton shape="block" lines={2} />;
  const available = balance.data.win + (paused ? balance.data.deposit : 0);
  if (available === 0) return <EmptyState icon="wallet" title={words.nothingToWithdraw} />;
  return <WithdrawForm {...props} available={available} paused={paused} />;
}

/** Whether a break is running; null while loading, false if the call fails. */
function usePaused(): boolean | null {
  const limits = useApi(getPlayLimits, {}, { select: ({ data }) => data.pausedUntil !== null });
  return limits.isPending ? null : (limits.data ?? false);
}

interface WithdrawFormProps extends WithdrawProps {
  me: User;
  methods: readonly PaymentMethod[];
  available: Francs;
  paused: boolean;
}

function withdrawalForm(offered: readonly PaymentMethod[], available: Francs) {
  const form = v.strictObject({ amount: v.nullable(v.number()), method: customerDetails.entries.method });
  return v.pipe(
    form,
    checkAmount(available, ({ method }) => offered.find((one) => one.method === method)),
    v.transform(withAmount),
  );
}

function WithdrawForm({ me, methods, available, paused, wanted, onStarted }: WithdrawFormProps) {
  // Money goes to the confirmed phone only, so the country is the phone's.
  const country = countryOfPhone(me.phone) ?? me.country;
  const offered = methodsIn(methods, 'withdrawal', country);
  const form = useForm({
    resolver: valibotResolver(withdrawalForm(offered, available)),
    defaultValues: { amount: wanted > 1 ? wanted : null, method: offered[0]?.method ?? '' },
  });
  const { errors } = form.formState;
  const method = useWatch({ control: form.control, name: 'method' });
  const limits = offered.find((one) => one.method === method);
  const most = limits ? highestAmount(limits, available) : null;
  const [checked, setChecked] = useState<{ amount: Francs; method: string } | null>(null);
  const move = useMovement('withdraw', withdraw, form, { onStarted, onRefused: () => setChecked(null) });

  if (checked) {
    const { phone, firstName, lastName } = me;
    return (
      <Check
        {...checked}
        to={`${phone} · ${limits?.label ?? checked.method}`}
        available={available}
        paused={paused}
        error={errors.root?.['server']}
        pending={move.isPending}
        onConfirm={() => move.start({ ...checked, country, phone, firstName, lastName })}
        onChange={() => setChecked(null)}
      />
    );
  }
  return (
    <Form error={errors.root?.['server']} onSubmit={form.handleSubmit(setChecked)}>
      <Field
        label={words.form.amount}
        error={errors.amount?.message}
        aside={words.take.available(formatFrancs(available), paused)}
      >
        <Controller
          control={form.control}
          name="amount"
          render={({ field }) => <AmountInput {...field} {...(most && { chips: [most] })} />}
        />
      </Field>
      <Controller
        control={form.control}
        name="method"
        render={({ field }) => (
          <MethodChoice {...field} label={words.form.payoutMethod} offered={offered} error={errors.method?.message} />
        )}
      />
      <p className={styles.to}>
        {words.take.toPhone}
        <b>
          <bdi>{me.phone}</bdi>
        </b>
      </p>
      {paused && <p className={styles.note}>{words.take.paused}</p>}
      <div className={styles.submit}>
        <Button type="submit" size="l" block disabled={offered.length === 0}>
          {words.withdraw}
        </Button>
      </div>
    </Form>
  );
}

interface CheckProps {
  amount: Francs;
  to: string;
  available: Francs;
  paused: boolean;
  /** Set when the last try's outcome is unknown; the same try can be sent again. */
  error: FormError;
  pending: boolean;
  onConfirm: () => void;
  onChange: () => void;
}

function Check({ amount, to, available, paused, error, pending, onConfirm, onChange }: CheckProps) {
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
        <Fact name={words.take.before(paused)}>
          <Money amount={available} />
        </Fact>
        <Fact name={words.take.after(paused)}>
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
