import { valibotResolver } from '@hookform/resolvers/valibot';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { customerDetails } from '#contract/forms/payments.ts';
import type { Payment } from '#contract/payments.ts';
import { formatFrancs, type Francs } from '#domain/money.ts';
import { useBalance } from '#web/api/signed-in.ts';
import { ActionBar } from '#ui/ActionBar.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/classNames.ts';
import { CountrySelect } from '#web/values/CountrySelect.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, FormRow } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { Money } from '#web/values/Money.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import surfaces from '#ui/surfaces.module.css';
import { TextInput } from '#ui/TextInput.tsx';
import { formatPhone } from '#domain/phone.ts';
import { words as countryWords } from '#web/words/en/countries.ts';
import { words as limitWords } from '#web/words/en/safer-play.ts';
import { words } from '#web/words/en/wallet.ts';
import { amountChips, checkAmount, lowestAmount, refuseAmount, withAmount } from './amount.ts';
import { AmountField } from './AmountField.tsx';
import { ForConfirmed, type Known } from './ForConfirmed.tsx';
import { MethodChoice } from './MethodChoice.tsx';
import { countriesWith, firstMethod, methodsIn, type PaymentMethod } from './methods.ts';
import styles from './Sheet.module.css';
import { ToIdentity } from './ToIdentity.tsx';
import { useStartPayment } from './useStartPayment.ts';

interface AddFundsProps {
  /** How much the client is short; 1 or less when unknown. */
  wanted: Francs;
  /** The payment has started; the client is sent to its `redirectUrl`. */
  onStarted: (payment: Payment) => void;
}

/** The sheet's content: an amount, a method, and the payer, who is known already. */
export function AddFunds(props: AddFundsProps) {
  return <ForConfirmed>{(known) => <AddFundsForm {...props} {...known} />}</ForConfirmed>;
}

/** The contract's schema with the limits of the chosen method. */
function depositForm(methods: readonly PaymentMethod[]) {
  const form = v.strictObject({ ...customerDetails.entries, amount: v.nullable(v.number()) });
  const chosen = ({ country, method }: v.InferOutput<typeof form>) =>
    methodsIn(methods, 'deposit', country).find((one) => one.method === method);
  return v.pipe(form, checkAmount(Infinity, chosen), v.transform(withAmount));
}

function AddFundsForm({ me, methods, payments, wanted, onStarted }: AddFundsProps & Known) {
  const countries = countriesWith(methods, 'deposit');
  const homeCountry = countries.includes(me.country) ? me.country : (countries[0] ?? me.country);
  const start = firstMethod(methodsIn(methods, 'deposit', homeCountry), payments);
  const form = useForm({
    resolver: valibotResolver(depositForm(methods)),
    defaultValues: {
      amount: start && wanted > 1 ? lowestAmount(start, wanted) : null,
      country: homeCountry,
      method: start?.method ?? '',
      phone: me.phone,
      firstName: me.firstName,
      lastName: me.lastName,
    },
  });
  const { errors } = form.formState;
  const [amount, country, method] = useWatch({ control: form.control, name: ['amount', 'country', 'method'] });
  const offered = methodsIn(methods, 'deposit', country);
  const limits = offered.find((one) => one.method === method);
  const move = useStartPayment('deposit', me.id, form, { onStarted });
  const payerErrors = [errors.phone, errors.firstName, errors.lastName, errors.country];
  return (
    <Form
      className={styles.form}
      error={errors.root?.['server']}
      onSubmit={form.handleSubmit((details) => move.start(details))}
    >
      {move.needsIdentity && <ToIdentity />}
      <div className={classNames(surfaces.well, styles.well)}>
        <Controller
          control={form.control}
          name="amount"
          render={({ field }) => (
            <AmountField
              field={field}
              limits={limits}
              chips={limits && amountChips(limits)}
              aside={limits && words.form.limits(formatFrancs(limits.min), formatFrancs(limits.max))}
              error={errors.amount?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="method"
          render={({ field }) => (
            <MethodChoice {...field} label={words.form.method} offered={offered} error={errors.method?.message} />
          )}
        />
      </div>
      <details className={styles.payer} open={payerErrors.some(Boolean) || undefined}>
        <summary>
          <span>
            {words.form.paidBy(`${me.firstName} ${me.lastName}`)}
            <small>
              <bdi>{formatPhone(me.phone)}</bdi>
            </small>
          </span>
          <span className={styles.change}>{words.form.change}</span>
        </summary>
        <div className={styles.payerFields}>
          <FormRow>
            <Field label={countryWords.country} error={errors.country?.message}>
              <CountrySelect
                only={countries}
                {...form.register('country', {
                  onChange: (event: { target: { value: string } }) =>
                    form.setValue(
                      'method',
                      firstMethod(methodsIn(methods, 'deposit', event.target.value), payments)?.method ?? '',
                    ),
                })}
              />
            </Field>
            <Field label={words.form.phone} error={errors.phone?.message}>
              <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
            </Field>
          </FormRow>
          <FormRow>
            <Field label={words.form.firstName} error={errors.firstName?.message}>
              <TextInput autoComplete="given-name" {...form.register('firstName')} />
            </Field>
            <Field label={words.form.lastName} error={errors.lastName?.message}>
              <TextInput autoComplete="family-name" {...form.register('lastName')} />
            </Field>
          </FormRow>
        </div>
      </details>
      <FirstDeposit payments={payments} />
      <ActionBar
        className={styles.bar}
        name={words.add.title}
        label={words.add.balanceAfter}
        sum={<BalanceAfter amount={limits && refuseAmount(amount, limits) === null ? amount : null} />}
        action={
          <Button type="submit" pending={move.isPending}>
            {words.add.submit}
          </Button>
        }
        message={words.add.next}
      />
    </Form>
  );
}

/** Offers limits before a client's first deposit. */
function FirstDeposit({ payments }: Pick<Known, 'payments'>) {
  if (payments.some(({ direction, status }) => direction === 'deposit' && status === 'succeeded')) return null;
  return (
    <p className={styles.note}>
      {limitWords.offer.deposit} <Link to="/profile#play-limits">{limitWords.offer.link}</Link>.
    </p>
  );
}

/** The deposits once this payment has come in. */
function BalanceAfter({ amount }: { amount: number | null }) {
  const balance = useBalance();
  return balance.data ? <Money amount={balance.data.deposit + (amount ?? 0)} /> : <Skeleton />;
}
