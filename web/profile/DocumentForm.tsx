import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { startIdentity } from '#contract/calls/documents.ts';
import { documentTypes, identityDocument, type DocumentType } from '#contract/forms/documents.ts';
import { codeOf } from '#web/api/errors.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { useMe } from '#web/api/signed-in.ts';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, FormRow } from '#ui/Form.tsx';
import { Select } from '#ui/Select.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { readDay, tidyDay } from '#web/values/day.ts';
import { TidyInput } from '#web/values/TidyInput.tsx';
import { words as dayWords } from '#web/words/en/days.ts';
import { words } from '#web/words/en/identity-check.ts';
import { listIssuers } from './issuers.ts';

const { expiresOn } = identityDocument.entries;
const documentForm = v.strictObject({
  ...identityDocument.entries,
  type: v.custom<DocumentType>(() => true),
  expiresOn: v.custom<string>((date) => v.is(expiresOn, date), words.expiresOnWrong),
});

/** The kind of document. Its photos come after it. */
export function DocumentForm() {
  const { data: me } = useMe();
  const [issuers] = useState(listIssuers);
  const form = useForm({
    resolver: valibotResolver(documentForm),
    defaultValues: { type: 'national_id' as DocumentType, country: me?.country ?? 'CI', number: '', expiresOn: '' },
  });
  const { errors } = form.formState;
  const start = useProvenAction(startIdentity, {
    refresh: ['auth'],
    onError: (error) => {
      // Closing the dialog cancels the act.
      if (codeOf(error) !== 'proof_needed') showRefusal(error, form);
    },
  });
  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => start.mutate({ body }))}>
        <FormRow>
          <Field label={words.type} error={errors.type?.message}>
            <Select {...form.register('type')}>
              {documentTypes.map((type) => (
                <option key={type} value={type}>
                  {words.types[type]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={words.country} error={errors.country?.message}>
            <Select {...form.register('country')}>
              {issuers.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </FormRow>
        <FormRow>
          <Field label={words.number} error={errors.number?.message}>
            <TextInput
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              {...form.register('number')}
            />
          </Field>
          <Field label={words.expiresOn} error={errors.expiresOn?.message}>
            <TidyInput
              tidy={tidyDay}
              placeholder={dayWords.format}
              {...form.register('expiresOn', { setValueAs: (text: string) => readDay(text) ?? text })}
            />
          </Field>
        </FormRow>
        <Button type="submit" block pending={start.isPending}>
          {words.start}
        </Button>
      </Form>
    </Card>
  );
}
