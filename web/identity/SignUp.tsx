import { valibotResolver } from '@hookform/resolvers/valibot';
import type { ComponentPropsWithRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { register } from '#contract/calls/identity.ts';
import { registration } from '#contract/forms/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Page } from '#web/layout/Page.tsx';
import { signIn, useWayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { countryOf, defaultCountry } from '#web/values/countries.ts';
import { CountrySelect } from '#web/values/CountrySelect.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, FormRow } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words as countryWords } from '#web/words/en/countries.ts';
import { words } from '#web/words/en/sign-up.ts';
import { readDay as readBirthDate, tidyDay as tidyBirthDate } from '#web/values/day.ts';
import styles from './Identity.module.css';
import { Remember } from './Remember.tsx';

/** The contract's schema, with an error for the date that fits this page's format. */
const signUpForm = v.strictObject({
  ...registration.entries,
  birthDate: v.custom<string>((date) => v.is(registration.entries.birthDate, date), words.birthDateWrong),
});

export default function SignUp() {
  return (
    <Page title={words.title} lead={words.adults} width="narrow">
      <SignUpForm />
    </Page>
  );
}

function SignUpForm() {
  const wayBack = useWayBack();
  const form = useForm({ resolver: valibotResolver(signUpForm) });
  const { errors } = form.formState;
  const country = useWatch({ control: form.control, name: 'country' });
  const action = useAction(register, {
    onSuccess: ({ jwt, verification }, { body }) =>
      signIn(jwt, { remember: body.remember === true, to: '/auth/confirm', state: { ...wayBack, verification } }),
    onError: (error) => showRefusal(error, form, { codes: { underage: 'birthDate' } }),
  });
  return (
    <>
      <Card surface="well">
        <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => action.mutate({ body }))}>
          <FormRow>
            <Field label={words.firstName} error={errors.firstName?.message}>
              <TextInput autoComplete="given-name" {...form.register('firstName')} />
            </Field>
            <Field label={words.lastName} error={errors.lastName?.message}>
              <TextInput autoComplete="family-name" {...form.register('lastName')} />
            </Field>
          </FormRow>
          <FormRow>
            <Field label={countryWords.country} error={errors.country?.message}>
              <CountrySelect dialCodes defaultValue={defaultCountry} {...form.register('country')} />
            </Field>
            <Field label={words.phone} error={errors.phone?.message} hint={!errors.phone && phoneHint(country)}>
              <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
            </Field>
          </FormRow>
          <Field
            label={words.birthDate}
            error={errors.birthDate?.message}
            hint={!errors.birthDate && words.birthDateHint}
          >
            <BirthDateInput
              {...form.register('birthDate', {
                setValueAs: (text: string | undefined) => readBirthDate(text ?? '') ?? text,
              })}
            />
          </Field>
          <Field label={words.email} error={errors.email?.message}>
            <TextInput
              type="email"
              autoComplete="email"
              {...form.register('email', { setValueAs: blankToUndefined })}
            />
          </Field>
          <Field label={words.password} error={errors.password?.message} hint={!errors.password && words.atLeast8}>
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </Field>
          <div className={styles.terms}>
            <Checkbox label={words.terms} error={errors.acceptTerms?.message} {...form.register('acceptTerms')} />
            <Link to="/about">{words.readTerms}</Link>
          </div>
          <Remember {...form.register('remember')} />
          <Button type="submit" size="l" block pending={action.isPending || action.isSuccess}>
            {words.submit}
          </Button>
        </Form>
      </Card>
      <p className={styles.links}>
        {words.haveAccount}
        <Link to="/auth/login" state={wayBack}>
          {words.signIn}
        </Link>
      </p>
    </>
  );
}

/** A text field, because a date picker is slow for a day decades ago. On blur it shows how the date was read. */
function BirthDateInput({ onBlur, ...rest }: ComponentPropsWithRef<'input'>) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="bday"
      {...rest}
      onBlur={(event) => {
        event.target.value = tidyBirthDate(event.target.value);
        onBlur?.(event);
      }}
    />
  );
}

function phoneHint(country = defaultCountry as string): string | undefined {
  const example = countryOf(country)?.phoneExample;
  return example && words.phoneHint(example);
}

function blankToUndefined(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}
