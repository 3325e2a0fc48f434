import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSearch } from 'wouter';
import * as v from 'valibot';
import { register } from '#contract/calls/identity.ts';
import { registration } from '#contract/forms/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { serverNow } from '#web/clock/clock.ts';
import { Curve } from '#web/layout/Curve.tsx';
import { Page } from '#web/layout/Page.tsx';
import { signIn, useWayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { countries, countryName, countryOf, defaultCountry } from '#web/values/countries.ts';
import { formatDay, zoned } from '#web/values/format.ts';
import { readDay, tidyDay } from '#web/values/day.ts';
import { TidyInput } from '#web/values/TidyInput.tsx';
import { words as countryWords } from '#web/words/en/countries.ts';
import { words as dayWords } from '#web/words/en/days.ts';
import { words } from '#web/words/en/sign-up.ts';
import styles from './Identity.module.css';
import { Remember } from './Remember.tsx';
import signUpStyles from './SignUp.module.css';
import { keepStep, lastStep } from './sign-up-step.ts';

/** The contract's schema, with an error for the date that fits this page's format, and the age before it is sent. */
const signUpForm = v.strictObject({
  ...registration.entries,
  birthDate: v.pipe(
    v.custom<string>((date) => v.is(registration.entries.birthDate, date), words.birthDateWrong),
    v.check(
      (date) => adultFrom(date) <= zoned(serverNow()).date,
      ({ input }) => words.tooYoung(formatDay(adultFrom(input))),
    ),
  ),
});

/** The eighteenth birthday. */
function adultFrom(birthDate: string): string {
  const at = new Date(`${birthDate}T00:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() + 18);
  return at.toISOString().slice(0, 10);
}

const firstFields = ['phone', 'country', 'password'] as const;
const toSecond = '?step=2';
const whenNever = () => () => {};

/** Two steps of one form, with one call after the second. The address says the step, so the way back leads to the first. */
export default function SignUp() {
  const wayBack = useWayBack();
  // A reload forgets the password, so it leads to the first step.
  const [isPassed, setPassed] = useState(false);
  const step = useSearch() === toSecond.slice(1) && isPassed ? 2 : 1;
  const form = useForm({ resolver: valibotResolver(signUpForm), defaultValues: { country: defaultCountry } });
  const { errors } = form.formState;
  // The policy allows no style in the finished HTML, so the line comes after it.
  const isThere = useSyncExternalStore(
    whenNever,
    () => true,
    () => false,
  );
  const country = useWatch({ control: form.control, name: 'country' });
  const action = useAction(register, {
    onSuccess: ({ jwt, verification }, { body }) => {
      keepStep(null);
      signIn(jwt, { remember: body.remember === true, to: '/auth/confirm', state: { ...wayBack, verification } });
    },
    onError: (error) => {
      showRefusal(error, form, { codes: { underage: 'birthDate', weak_password: 'password' } });
      if (firstFields.some((name) => form.getFieldState(name).error)) history.back();
    },
  });
  const fill = useEffectEvent(() => {
    const kept = lastStep();
    // Text that was typed before the code was loaded is newer.
    if (!kept || form.getValues('phone')) return;
    // Not `reset`, which waits for the fields to be registered anew: the compiler's code registers them once.
    form.setValue('country', kept.country);
    form.setValue('phone', kept.phone);
    form.setValue('remember', kept.remember);
  });
  useEffect(() => fill(), []);
  const arrive = useEffectEvent((at: 1 | 2) => {
    const wrong = firstFields.find((name) => form.getFieldState(name).error);
    if (at === 2) form.setFocus('firstName');
    else if (wrong) form.setFocus(wrong);
  });
  useEffect(() => arrive(step), [step]);

  async function next() {
    if (!(await form.trigger(firstFields, { shouldFocus: true }))) return;
    const { phone, country: chosen, remember } = form.getValues();
    keepStep({ phone, country: chosen, remember: remember === true });
    setPassed(true);
    // The way back has to lead to the first step also after a reload of the second one.
    history.replaceState(history.state, '', location.pathname);
    history.pushState(history.state, '', toSecond);
  }

  const create = form.handleSubmit((body) => action.mutate({ body }));
  return (
    <Page
      title={words.steps[step].title}
      lead={words.steps[step].lead}
      width="narrow"
      curve={
        <div className={signUpStyles.progress}>
          <Curve left={isThere ? step / 2 : 0} />
        </div>
      }
    >
      <Card surface="well">
        <Form
          error={errors.root?.['server']}
          onSubmit={(event) => {
            if (step === 2) return void create(event);
            event.preventDefault();
            void next();
          }}
        >
          {/* Both steps stay in the form, so that going back finds the password too. */}
          <div className={signUpStyles.step} hidden={step === 2}>
            <Field label={words.phone} error={errors.phone?.message} hint={!errors.phone && words.phoneHint}>
              <div className={signUpStyles.phone}>
                <span className={signUpStyles.country}>
                  <span aria-hidden="true">{countryOf(country)?.dialCode}</span>
                  <select aria-label={countryWords.country} autoComplete="country" {...form.register('country')}>
                    {countries.map(({ code, dialCode }) => (
                      <option key={code} value={code}>
                        {dialCode} {countryName(code)}
                      </option>
                    ))}
                  </select>
                </span>
                <TextInput
                  type="tel"
                  autoComplete="tel"
                  placeholder={countryOf(country)?.phoneExample}
                  {...form.register('phone')}
                />
              </div>
            </Field>
            <Field label={words.password} error={errors.password?.message} hint={!errors.password && words.atLeast8}>
              <PasswordInput autoComplete="new-password" {...form.register('password')} />
            </Field>
            <Remember {...form.register('remember')} />
            <Button type="submit" size="l" block>
              {words.next}
            </Button>
          </div>
          <div className={signUpStyles.step} hidden={step === 1}>
            <div className={signUpStyles.names}>
              <Field label={words.firstName} error={errors.firstName?.message}>
                <TextInput autoComplete="given-name" {...form.register('firstName')} />
              </Field>
              <Field label={words.lastName} error={errors.lastName?.message}>
                <TextInput autoComplete="family-name" {...form.register('lastName')} />
              </Field>
            </div>
            <Field label={words.birthDate} error={errors.birthDate?.message} hint={!errors.birthDate && words.adults}>
              <TidyInput
                tidy={tidyDay}
                autoComplete="bday"
                placeholder={dayWords.format}
                {...form.register('birthDate', {
                  setValueAs: (text: string | undefined) => readDay(text ?? '') ?? text,
                })}
              />
            </Field>
            <div className={styles.terms}>
              <Checkbox label={words.terms} error={errors.acceptTerms?.message} {...form.register('acceptTerms')} />
              <Link to="/about">{words.readTerms}</Link>
            </div>
            <Button type="submit" size="l" block pending={action.isPending || action.isSuccess}>
              {words.submit}
            </Button>
          </div>
        </Form>
      </Card>
      {step === 2 ? (
        <p className={styles.links}>
          <Button variant="ghost" onClick={() => history.back()}>
            {words.back}
          </Button>
        </p>
      ) : (
        <p className={styles.links}>
          {words.haveAccount}
          <Link to="/auth/login" state={wayBack}>
            {words.signIn}
          </Link>
        </p>
      )}
    </Page>
  );
}
