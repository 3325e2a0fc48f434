import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { updateUser } from '#contract/calls/identity.ts';
import { profile } from '#contract/forms/identity.ts';
import type { User } from '#contract/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { CountrySelect } from '#web/values/CountrySelect.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, FormRow } from '#ui/Form.tsx';
import { formatDay } from '#web/values/format.ts';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { formatPhone } from '#domain/phone.ts';
import { words as countryWords } from '#web/words/en/countries.ts';
import { words } from '#web/words/en/profile.ts';
import { changesOf } from './changes.ts';
import { keepDraft, lastDraft, useDraft, type Draft } from './draft.ts';
import styles from './Profile.module.css';
import { Proven } from './State.tsx';

/** The fixed data, and a form for what may be changed. */
export function PersonalData({ me }: { me: User }) {
  return (
    <>
      <Facts ruled>
        <Fact name={words.data.phone}>
          <span className={styles.fact}>
            <bdi>{formatPhone(me.phone)}</bdi>
            <Proven proven={me.confirmed} />
          </span>
        </Fact>
        <Fact name={words.data.birthDate}>{formatDay(me.birthDate)}</Fact>
        <Fact name={words.data.memberSince}>
          <DateTime at={me.createdAt} show="date" />
        </Fact>
      </Facts>
      <Card surface="well">
        <PersonalDataForm me={me} />
      </Card>
    </>
  );
}

function PersonalDataForm({ me }: { me: User }) {
  const { firstName, lastName, country, city, address } = me;
  const stored = { firstName, lastName, country, city, address };
  const [defaultValues] = useState(() => ({ ...stored, ...lastDraft(me.id) }));
  const form = useForm({ resolver: valibotResolver(profile), defaultValues });
  const draft = useDraft(me.id);
  const keepTyped = useEffectEvent((typed: Draft) => keepDraft(me.id, changesOf(stored, typed)));
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }), [form]);
  const { errors } = form.formState;
  const save = useAction(updateUser, {
    refresh: ['auth'],
    onSuccess: () => {
      keepDraft(me.id, {});
      toast.success(words.data.saved);
    },
    onError: (error) => showRefusal(error, form),
  });
  const submit = form.handleSubmit((filled) => {
    const changes = changesOf(stored, filled);
    if (Object.keys(changes).length === 0) toast.info(words.data.nothing);
    else save.mutate({ params: { id: String(me.id) }, body: changes });
  });
  return (
    <Form error={errors.root?.['server']} onSubmit={submit}>
      <FormRow>
        <Field label={words.data.firstName} error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...form.register('firstName')} />
        </Field>
        <Field label={words.data.lastName} error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label={countryWords.country} error={errors.country?.message}>
          <CountrySelect {...form.register('country')} />
        </Field>
        <Field label={words.data.city} error={errors.city?.message}>
          <TextInput autoComplete="address-level2" {...form.register('city', { setValueAs: blankAsNull })} />
        </Field>
      </FormRow>
      <Field label={words.data.address} error={errors.address?.message}>
        <TextInput autoComplete="street-address" {...form.register('address', { setValueAs: blankAsNull })} />
      </Field>
      <Button type="submit" pending={save.isPending}>
        {words.data.save}
      </Button>
      {draft && !save.isPending && (
        // The fields keep their places in the form: the compiler may not register them again.
        <Button variant="ghost" onClick={() => form.reset(stored, { keepFieldsRef: true })}>
          {words.data.discard}
        </Button>
      )}
    </Form>
  );
}

function blankAsNull(text: string | null): string | null {
  return text?.trim() ? text : null;
}
